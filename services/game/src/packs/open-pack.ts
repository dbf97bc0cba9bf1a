import { because, type Explanation, type Language, type Reason } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import { languageOf, MANIFEST, parseManifest } from './manifest.ts';
import { openZip, type OpenedZip, type PackedFile } from './open-zip.ts';
import { toSteps, type Step } from './steps.ts';
import { readStored } from './stored-bytes.ts';

export interface PackLimits {
  /** Maximum size of a pack, as a zip and unpacked. */
  maxPackBytes: number;
  maxPackFiles: number;
}

export interface OpenedPack {
  language: Language;
  steps: Step[];
  files: OpenedZip['files'];
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Why the manifest is refused, by the reason of any other file. */
const OF_MANIFEST: Partial<Record<Reason, Explanation>> = {
  'packed.absolute': because('packed.json-absolute'),
  'packed.alike': because('packed.json-alike'),
  'packed.backslash': because('packed.json-backslash'),
  'packed.invisible': because('packed.json-invisible'),
  'packed.link': because('packed.json-link'),
  'packed.odd-path': because('packed.json-odd-path'),
  'packed.outside': because('packed.json-outside'),
  'packed.path-too-long': because('packed.json-path-too-long'),
  'packed.twice': because('packed.json-twice'),
  'packed.unreadable-name': because('packed.json-unreadable-name'),
};

/**
 * Opens a pack in storage; only its manifest is unpacked. Throws VALIDATION_FAILED with a sentence if nothing of it can be
 * imported.
 */
export async function openPack(storage: Storage, key: string, limits: PackLimits): Promise<OpenedPack> {
  const stored = await storage.stat(key);
  if (!stored) throw new AppError('VALIDATION_FAILED', because('pack.gone'));
  const zip = await openZip(readStored(storage, stored), stored.sizeBytes, {
    maxBytes: limits.maxPackBytes,
    maxFiles: limits.maxPackFiles,
  });
  const [file, folder] = findManifest(zip);
  const manifest = parseManifest((await file.read(MAX_MANIFEST_BYTES)).toString('utf8'));
  const language = languageOf(manifest);
  const nameCount = manifest.letters.reduce((sum, { items }) => sum + items.length, 0);
  if (nameCount > limits.maxPackFiles)
    throw new AppError('VALIDATION_FAILED', because('pack.too-many-names', { maximum: limits.maxPackFiles }));
  const inFolder = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : path);
  zip.files.delete(file.path);
  const files = new Map([...zip.files.values()].map((other) => [inFolder(other.path), other]));
  const refused = zip.refused.map(({ path, explanation }) => ({ path: inFolder(path), explanation }));
  return { language, files, steps: toSteps(manifest, { language, files, refused }) };
}

/** Returns the manifest and its folder: many programs for zips put everything into a folder with the name of the zip. */
function findManifest({ files, refused }: OpenedZip): [file: PackedFile, folder: string] {
  const isManifest = (path: string) => path === MANIFEST || /^[^/]+\/pack\.json$/.test(path);
  const [file, ...others] = [...files.values()]
    .filter(({ path }) => isManifest(path))
    .toSorted((a, b) => a.path.length - b.path.length);
  if (file && (file.path === MANIFEST || others.length === 0))
    return [file, file.path.slice(0, -MANIFEST.length)];
  const reason = refused.find(({ path }) => isManifest(path))?.explanation.reason;
  const explanation = reason && OF_MANIFEST[reason];
  throw new AppError('VALIDATION_FAILED', explanation ?? because('pack.not-a-pack'));
}
