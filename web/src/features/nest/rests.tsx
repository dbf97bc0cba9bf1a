import { findFace, useNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { InNest } from '../../parts/nest/animal.tsx';
import { Status } from '../../ui/status.tsx';
import { Scene } from './scene.tsx';

/** The site does not answer: the animal rests until it does. */
export function Rests() {
  const t = useTexts();
  const face = findFace(useNests());
  return (
    <Scene title={t('nest.rests')} isNight>
      <Status>{t('nest.back-soon')}</Status>
      {face && <InNest face={face} isAsleep />}
    </Scene>
  );
}
