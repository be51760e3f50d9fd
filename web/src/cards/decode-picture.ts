export type DecodedPicture = ImageBitmap | null

/** Decodes a picture file, turned upright. Returns null for a damaged file. */
export const decodePicture = (file: Blob): Promise<DecodedPicture> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
