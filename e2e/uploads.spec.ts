import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

const PICTURE_SIZE = { width: 60, height: 90 }

/** Returns an image of varied pixels with EXIF data: its owner, its camera and its location. */
const createPhotograph = () => {
  const { width, height } = PICTURE_SIZE
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 7 + Math.floor(n / 180) * 13) % 256))
  return sharp(pixels, { raw: { ...PICTURE_SIZE, channels: 3 } }).withExif({
    IFD0: { Copyright: 'PRIVATE-OWNER', Make: 'PRIVATE-CAMERA' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '15/1 22/1 9/1' },
  })
}

const PICTURE_ENCODERS = {
  jpeg: () => createPhotograph().keepIccProfile().jpeg({ progressive: true }),
  png: () => createPhotograph().png(),
  webp: () => createPhotograph().webp({ quality: 80 }),
}

for (const [format, encodePicture] of Object.entries(PICTURE_ENCODERS)) {
  test(`an uploaded ${format} picture loses its EXIF data but no pixel`, async ({ admin, page }) => {
    const picture = Uint8Array.from(await encodePicture().toBuffer())
    expect((await sharp(picture).metadata()).exif).toBeDefined()

    const uploaded = await admin.invitations.uploadPicture({ picture })
    expect(uploaded).toMatchObject(PICTURE_SIZE)
    const storedPicture = await admin.invitations.picture({ id: uploaded.id })
    expect(Buffer.from(storedPicture).includes('PRIVATE')).toBe(false)
    const metadata = await sharp(storedPicture).metadata()
    expect(metadata).toMatchObject({ format, ...PICTURE_SIZE })
    expect(metadata.exif).toBeUndefined()
    expect(await sharp(storedPicture, { failOn: 'warning' }).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())

    // A browser can decode the stored image. An empty page suffices for that.
    const drawn = await page.evaluate(
      async bytes => {
        const { width, height } = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
        return { width, height }
      },
      [...storedPicture],
    )
    expect(drawn).toEqual(PICTURE_SIZE)
  })
}
