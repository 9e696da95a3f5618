import type { LetterFile } from './letters.ts';

/** A chosen file with its content. */
export type Attachment = LetterFile & { content: Blob };

/** Pictures above this size are made smaller, bytes: a phone camera's files can exceed the upload limit. */
const shrinkFrom = 1_000_000;
/** Longest side of a photo after that, pixels: text in it can still be read. */
const longestSide = 2000;
const shrinkable = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** A photo of any size is drawn again: its file can hold the place where it was taken. */
const photos = new Set(['image/jpeg', 'image/webp']);

async function draw(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // Otherwise transparent parts would become black.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
}

async function shrink(file: File): Promise<{ content: Blob; name: string }> {
  const asItIs = { content: file, name: file.name };
  const isPhoto = photos.has(file.type);
  if (!isPhoto && (file.size < shrinkFrom || !shrinkable.has(file.type))) return asItIs;
  try {
    const drawn = await draw(file);
    if (!drawn || (!isPhoto && drawn.size >= file.size)) return asItIs;
    return { content: drawn, name: `${file.name.replace(/\.[^.]*$/, '')}.jpg` };
  } catch (error) {
    console.warn('attachment: could not be made smaller', error);
    return asItIs;
  }
}

/**
 * Prepares chosen files for sending. Photos are drawn again, which makes large ones smaller and removes the place where
 * they were taken. A photo that this browser cannot read goes as it is.
 */
export async function attach(files: readonly File[]): Promise<Attachment[]> {
  const attached: Attachment[] = [];
  for (const file of files) {
    const { content, name } = await shrink(file);
    attached.push({ key: crypto.randomUUID(), name, type: content.type, size: content.size, content });
  }
  return attached;
}
