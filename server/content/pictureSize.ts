import { imageSizeFromFile } from 'image-size/fromFile';

/** Width and height of a picture, pixels. */
export type PictureSize = { width: number; height: number };

/**
 * The size of a picture, or `null` when the file does not tell. An AVIF made of parts has several sizes: the largest is
 * the whole.
 */
export async function pictureSize(source: string): Promise<PictureSize | null> {
  try {
    const { images, ...whole } = await imageSizeFromFile(source);
    const sizes = (images ?? [whole]).filter(({ width, height }) => width > 0 && height > 0);
    const [largest] = sizes.sort((one, other) => other.width * other.height - one.width * one.height);
    return largest ? { width: largest.width, height: largest.height } : null;
  } catch {
    return null;
  }
}
