import type { auth } from '@larksong/contracts';

import { useTexts } from '../../../lib/texts.ts';
import { Devices } from '../devices.tsx';

/** The tablets on which the whole class is open, by its card or its code. Each nest of the class is open on them. */
export function ClassTablets({ nests }: { nests: readonly auth.Nest[] }) {
  const t = useTexts();
  const [first] = nests;
  const all = nests.flatMap(({ devices }) => devices.filter(({ cameBy }) => cameBy.startsWith('class')));
  const tablets = [...new Map(all.map((device) => [device.id, device])).values()];
  if (!first || tablets.length === 0) return <p className="muted">{t('class.no-tablets')}</p>;
  return <Devices nest={{ ...first, devices: tablets }} />;
}
