import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';

const CONFIRMATION_MS = 2_000;

interface CopyTextProps {
  /** What the text is, as the button says. */
  what: 'id' | 'link';
  content: string;
}

/** Copies a text, or shows it if the browser offers no clipboard. */
export function CopyText({ what, content }: CopyTextProps) {
  const t = useTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setCopied(true);
    } catch {
      // Browsers offer no clipboard on sites without https, or if the user has blocked it.
      await alertDialog({
        title: text(`copy.label.${what}`),
        message: text(`copy.blocked.${what}`, { text: content }),
      });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button variant="plain" onClick={() => void copy()}>
        <Icon className="icon" aria-hidden />
        {isCopied ? t('copy.copied') : t(`copy.label.${what}`)}
      </Button>
      <output className="sr-only">{isCopied && t('copy.copied')}</output>
    </>
  );
}
