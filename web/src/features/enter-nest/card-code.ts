import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { paths } from '../../paths.ts';

/** Returns the letters and digits of a code as people type or paste it, a whole address included. */
export function toCardCode(typed: string): string {
  const last = typed.trim().split(/[#/]/).at(-1) ?? '';
  return last
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/**
 * Takes the code of a card out of the address, which is replaced at once: it stays neither in the history nor on the
 * screen. `code` is null without one.
 */
export function useCardCode(): { code: string | null; forget: () => void } {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState<string | null>(null);
  const found = pathname === paths.nest ? toCardCode(hash) : '';
  if (found !== '' && found !== code) setCode(found);
  useLayoutEffect(() => {
    if (found !== '') void navigate(paths.nest, { replace: true });
  }, [found, navigate]);
  return { code, forget: () => setCode(null) };
}
