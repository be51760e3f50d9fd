/** The sentences that tell a guest what has changed since the last message. */
export const changes = {
  moment: {
    changed: (from: string, to: string) => `تغيّر الموعد من ${from} إلى ${to}`,
    added: (to: string) => `تحدّد الوقت: ${to}`,
    removed: (from: string) => `تغيّر الوقت، وكان ${from}`,
  },
  place: {
    changed: (from: string, to: string) => `تغيّر المكان من ${from} إلى ${to}`,
    added: (to: string) => `تحدّد المكان: ${to}`,
    removed: (from: string) => `تغيّر المكان، وكان ${from}`,
  },
  persons: (from: string, to: string) => `تغيّر عدد الأماكن من ${from} إلى ${to}`,
  table: {
    changed: (from: string, to: string) => `تغيّرت الطاولة من ${from} إلى ${to}`,
    added: (to: string) => `تحدّدت الطاولة: ${to}`,
    removed: (from: string) => `تغيّرت الطاولة، وكانت ${from}`,
  },
  card: 'تغيّرت البطاقة، فاعتمدوا الجديدة',
}
