import { Link } from 'react-router';

import { findFace, useNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { InNest } from '../../parts/nest/animal.tsx';
import { paths } from '../../paths.ts';
import { Status } from '../../ui/status.tsx';
import { Scene } from './scene.tsx';

/** The site does not answer: the animal rests until it does. `hasWay`: it leads back to the rest of the nest. */
export function Rests({ hasWay = false }: { hasWay?: boolean }) {
  const t = useTexts();
  const face = findFace(useNests());
  const nest = face && <InNest face={face} isAsleep />;
  return (
    <Scene title={t('nest.rests')} isNight>
      <Status>{t('nest.back-soon')}</Status>
      {hasWay ? (
        <Link replace aria-label={t('nest.to-my-nest')} to={paths.nest}>
          {nest ?? t('nest.to-my-nest')}
        </Link>
      ) : (
        nest
      )}
    </Scene>
  );
}
