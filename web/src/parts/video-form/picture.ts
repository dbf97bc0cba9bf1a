import { text } from '../../lib/texts.ts';

/** The types that a file picker offers for a custom picture. */
export const PICTURE_FILES = 'image/jpeg,image/png,image/webp';
/** The server takes at most 900 kB. */
const MAX_BYTES = 900_000;
const MAX_SIDE = 1280;
const QUALITIES = [0.88, 0.75, 0.6, 0.4];

/** Returns the size in pixels whose longer side is at most 1280; never enlarges. */
export function toPictureSize(size: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** Returns a picture as a JPEG that is small enough for the server. Throws an `Error` with a sentence for the user. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const bitmap = await read(file);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, toPictureSize(bitmap));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(text('picture.unsupported'));
  context.fillStyle = '#fff'; // otherwise transparent parts would become black
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of QUALITIES) {
    // The next one is needed only if this one is too large.
    const picture = await toJpeg(canvas, quality);
    if (picture !== null && picture.size <= MAX_BYTES) return picture;
  }
  throw new Error(text('picture.too-large'));
}

async function read(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    throw new Error(text('picture.unreadable'), { cause });
  }
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
}
