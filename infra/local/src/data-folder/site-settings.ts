import { join } from 'node:path';

import { readJson, writePrivately } from './data-folder.ts';

/** The choices on the page for the first start that take effect when the services start. */
export interface SiteSettings {
  /** Whether the choice has been applied. */
  isSetUp?: boolean;
  publicUrl?: string;
  /** Folder of the videos, pictures and sounds, if it is not in the data folder. */
  storageFolder?: string;
  /** The chosen folder while it is being filled, and after that was interrupted. */
  movingTo?: string;
  /** Settings of the storage to which the files were moved: `STORAGE_DIR` or `S3_…`. They override the environment. */
  movedTo?: Record<string, string>;
}

const fileIn = (dataDir: string) => join(dataDir, 'settings.json');

/** Returns the settings of a data folder. */
export function readSiteSettings(dataDir: string): SiteSettings {
  return readJson(fileIn(dataDir)) as SiteSettings; // written below alone
}

/** Saves the settings of a data folder. */
export function saveSiteSettings(dataDir: string, settings: SiteSettings): void {
  writePrivately(fileIn(dataDir), settings);
}

/** Returns the folder of the videos, pictures and sounds. */
export function storageFolderOf(dataDir: string): string {
  const { movedTo, storageFolder } = readSiteSettings(dataDir);
  return movedTo?.['STORAGE_DIR'] ?? storageFolder ?? join(dataDir, 'storage');
}

/** Returns the site's address: the one set from outside, the one chosen at the first start, or that on this machine. */
export function publicUrlOf({
  dataDir,
  port,
  publicUrl,
}: {
  dataDir: string;
  port: number;
  publicUrl?: string;
}): string {
  return publicUrl ?? readSiteSettings(dataDir).publicUrl ?? `http://localhost:${port}`;
}
