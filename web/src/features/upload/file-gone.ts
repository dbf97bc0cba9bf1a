import { text } from '../../lib/texts.ts';

/** The file was changed, moved or deleted on the device while it was being sent. */
export class FileGoneError extends Error {
  override name = 'FileGoneError';

  constructor(options: ErrorOptions) {
    super(text('file.gone'), options);
  }
}

/** Throws `FileGoneError` if the first byte cannot be read. */
export async function assertReadable(bytes: Blob): Promise<void> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileGoneError({ cause });
  }
}
