import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

const SIZE = { width: 60, height: 90 }

/** Returns an image of varied pixels with EXIF data: its owner, its camera and its location. */
const photograph = () => {
  const { width, height } = SIZE
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 7 + Math.floor(n / 180) * 13) % 256))
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } }).withExif({
    IFD0: { Copyright: 'PRIVATE-OWNER', Make: 'PRIVATE-CAMERA' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '15/1 22/1 9/1' },
  })
}

const FORMATS = {
  jpeg: () => photograph().keepIccProfile().jpeg({ progressive: true }),
  png: () => photograph().png(),
  webp: () => photograph().webp({ quality: 80 }),
}

for (const [format, make] of Object.entries(FORMATS)) {
  test(`returns an uploaded ${format} without its EXIF data and with every pixel unchanged`, async ({ admin, page, product }) => {
    const picture = Uint8Array.from(await make().toBuffer())
    expect((await sharp(picture).metadata()).exif).toBeDefined()

    const uploaded = await admin.invitations.uploadPicture({ picture })
    expect(uploaded).toMatchObject(SIZE)
    const clean = await admin.invitations.picture({ id: uploaded.id })
    expect(Buffer.from(clean).includes('PRIVATE')).toBe(false)
    const metadata = await sharp(clean).metadata()
    expect(metadata).toMatchObject({ format, ...SIZE })
    expect(metadata.exif).toBeUndefined()
    expect(await sharp(clean, { failOn: 'warning' }).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())

    // A browser can decode the stored image.
    await page.goto(`${product.url}/login`)
    const drawn = await page.evaluate(
      async bytes => {
        const { width, height } = await createImageBitmap(new Blob([Uint8Array.from(bytes)]))
        return { width, height }
      },
      [...clean],
    )
    expect(drawn).toEqual(SIZE)
  })
}
