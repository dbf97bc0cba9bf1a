/** Returns the addresses of the files that an element of the page lists, which the build has written. */
export function listedFiles(name: string): string[] {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return list.split(' ').filter(Boolean);
}

/** Requests a script or a style sheet of the build, which something will need soon. */
export function preload(file: string): void {
  const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  const link = Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href: file });
  document.head.append(link);
}
