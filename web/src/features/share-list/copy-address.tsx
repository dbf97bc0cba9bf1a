import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { toLinkAddress } from './address.ts';
import styles from './share-panel.module.css';

/** The address of a link as people read and type it, and a button that copies it as a whole. */
export function CopyAddress({ code }: { code: string }) {
  const t = useTexts();
  const shown = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'blocked' | null>(null);
  const address = toLinkAddress(code);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address.href);
      setOutcome('copied');
    } catch {
      // Browsers offer no clipboard on sites without https, or if the user has blocked it.
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
      setOutcome('blocked');
    }
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <div className={styles.copy}>
      <code ref={shown} className={styles.address} dir="ltr">
        {address.start}
        <wbr />
        <span>{address.code}</span>
      </code>
      <Button onClick={() => void copy()}>
        <Icon className="icon" aria-hidden />
        {t(outcome === 'copied' ? 'share.copied' : 'share.copy')}
      </Button>
      <output className="sr-only">{outcome === 'copied' && t('share.copied')}</output>
      {outcome === 'blocked' && <Message kind="warn">{t('share.copy-blocked')}</Message>}
    </div>
  );
}
