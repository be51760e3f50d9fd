/** The release of the product, as in `CHANGELOG.md`. */
export const RELEASE_VERSION = '0.9.0'
