import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';

import { text, useTexts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { alertDialog } from '../../../ui/dialog-host.tsx';

/** Copies a link to the game with these letters, for a class or a friend. */
export function CopyLink({ link, disabled }: { link: string; disabled: boolean }) {
  const t = useTexts();
  const [copied, setCopied] = useState('');
  const isCopied = copied === link;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
    } catch {
      // Browsers offer no clipboard on sites without https, or if the user has blocked it.
      await alertDialog({
        title: text('game-link.title'),
        message: text('game-link.blocked', { link }),
      });
    }
  };
  const Icon = isCopied ? Check : Link2;
  return (
    <>
      <Button variant="plain" disabled={disabled} onClick={() => void copy()}>
        <Icon className="icon" aria-hidden />
        {isCopied ? t('game-link.copied') : t('game-link.button')}
      </Button>
      <output className="sr-only">{isCopied && t('game-link.said')}</output>
    </>
  );
}
