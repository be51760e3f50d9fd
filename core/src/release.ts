/** The release of the product, as in `CHANGELOG.md`. */
export const RELEASE = '0.9.0'
