import { findFace, useNests } from '../../api/nest-session.ts';
import { useTexts } from '../../lib/texts.ts';
import { InNest, nameOf } from '../../parts/nest/animal.tsx';
import { Scene } from './scene.tsx';
import styles from './good-night.module.css';

/** The time is over: the child's own animal sleeps. No number, and nothing red. */
export function GoodNight() {
  const t = useTexts();
  const face = findFace(useNests());
  return (
    <Scene
      isSlow
      title={face ? t('nest.good-night', { name: nameOf(face, t) }) : t('nest.good-night-all')}
      isNight
    >
      {face && <InNest face={face} isAsleep className={styles.nest} />}
    </Scene>
  );
}
