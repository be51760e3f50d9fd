/** The file types of cards: MIME type, quality, and file extension. PNG ignores the quality. */
export const CARD_FILE_TYPES = {
  png: { type: 'image/png', quality: 0.95, ending: 'png' },
  jpeg: { type: 'image/jpeg', quality: 0.9, ending: 'jpg' },
} as const
export type CardFileType = keyof typeof CARD_FILE_TYPES

/**
 * A card's file, in parts. Cards share those that are blobs, so that the shared bytes are stored once. `size`: the length of the file in
 * bytes. `crc`: its CRC-32, where it is known without reading the file.
 */
export type CardFile = { parts: readonly (Blob | Uint8Array<ArrayBuffer>)[]; size: number; crc?: number }

/** Returns the file of a card as one blob. */
export const joinCardFile = ({ parts }: CardFile, type: CardFileType) => new Blob([...parts], { type: CARD_FILE_TYPES[type].type })
