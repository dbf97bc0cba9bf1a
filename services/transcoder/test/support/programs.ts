import { chmod, writeFile } from 'node:fs/promises';

/** Writes a shell script that sandboxed users can run, too. Returns its path. */
export async function writeProgram(folder: string, name: string, lines: readonly string[]): Promise<string> {
  const path = `${folder}/${name}`;
  await writeFile(path, `#!/bin/sh\n${lines.join('\n')}\n`);
  for (const open of [folder, path]) await chmod(open, 0o755);
  return path;
}
