import { reachOf, type Reach as Place } from '@larksong/contracts';
import { Info, TriangleAlert } from 'lucide-react';

import { Status } from '../../ui/status.tsx';
import styles from './setup.module.css';

const WARNINGS: Record<Place, string> = {
  machine: 'Nobody else can open this. Write the address parents will type.',
  network: 'People outside your network cannot open this.',
  anywhere: '',
};

/** Warns of an address that the people for whom the site is meant cannot open. */
export function Reach({ address }: { address: string }) {
  const place = URL.canParse(address) ? reachOf(new URL(address).hostname) : 'anywhere';
  const Icon = place === 'machine' ? TriangleAlert : Info;
  return (
    <Status className={styles.reach}>
      {place !== 'anywhere' && (
        <span data-place={place}>
          <Icon className="icon" aria-hidden />
          {WARNINGS[place]}
        </span>
      )}
    </Status>
  );
}
