/** Encodes a canvas as a file of a MIME type; PNG ignores the quality (0 to 1). Throws if the browser cannot encode it. */
export function encodeCanvas(canvas: HTMLCanvasElement | OffscreenCanvas, as: { type: string; quality?: number }): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob(as)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error(`the canvas could not be written as ${as.type}`))), as.type, as.quality),
  )
}
