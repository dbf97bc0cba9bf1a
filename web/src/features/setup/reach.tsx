import { reachOf } from '@larksong/contracts';
import { Info, TriangleAlert } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Status } from '../../ui/status.tsx';
import styles from './setup.module.css';

/** Warns of an address that the people for whom the site is meant cannot open. */
export function Reach({ address }: { address: string }) {
  const t = useTexts();
  const place = URL.canParse(address) ? reachOf(new URL(address).hostname) : 'anywhere';
  const Icon = place === 'machine' ? TriangleAlert : Info;
  return (
    <Status className={styles.reach}>
      {place !== 'anywhere' && (
        <span data-place={place}>
          <Icon className="icon" aria-hidden />
          {t(`setup.reach.${place}`)}
        </span>
      )}
    </Status>
  );
}
