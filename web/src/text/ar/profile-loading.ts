/** The text while the profile screen loads. Every screen loads it, because the router shows it; no screen but the profile needs the rest. */
export const profileLoading = 'جاري تحميل الملف الشخصي...'
