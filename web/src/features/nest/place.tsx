import type { auth, catalog } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { findFace, leaveNest, useNests } from '../../api/nest-session.ts';
import { prefetch, savesData } from '../../lib/chunk.ts';
import { useTexts } from '../../lib/texts.ts';
import { nestPaths } from '../../nest-paths.ts';
import { InNest, nameOf } from '../../parts/nest/animal.tsx';
import { findPageCode } from '../../parts/page-code.ts';
import { Status } from '../../ui/status.tsx';
import { Eye } from './eye.tsx';
import { GoodNight } from './good-night.tsx';
import { GrownUps } from './grown-ups.tsx';
import { Rests } from './rests.tsx';
import { Row } from './row.tsx';
import { Sky } from './sky/sky.tsx';
import { useNestPlace } from './use-nest-place.ts';
import { Ways } from './ways.tsx';
import styles from './place.module.css';

/** The place of a child: its rows of big pictures, and nothing that leads out of it. */
export function Place() {
  const t = useTexts();
  const nests = useNests();
  const { data, isError } = useNestPlace(0);
  const face = findFace(nests);
  if (isError && data === undefined) return <Rests />;
  if (data?.time.state === 'over') return <GoodNight />;
  return (
    <PlaceView place={data} title={face ? t('nest.of', { name: nameOf(face, t) }) : t('nest.tab')}>
      {face && <Me face={face} canSwitch={nests.canSwitch && nests.faces.length > 1} />}
      {data?.mayCount && <Eye className={styles.eye} />}
      <GrownUps className={styles.door} />
    </PlaceView>
  );
}

/** The child's own animal; it leads back to the pictures of all nests, unless the grown-up has switched that off. */
function Me({ face, canSwitch }: { face: auth.NestFace; canSwitch: boolean }) {
  const t = useTexts();
  const name = nameOf(face, t);
  if (!canSwitch)
    return (
      <OwnAnimal face={face}>
        <span className="sr-only">{name}</span>
      </OwnAnimal>
    );
  return (
    <button type="button" className={styles.me} aria-label={t('nest.to-who', { name })} onClick={leaveNest}>
      <InNest face={face} className={styles.nest} />
    </button>
  );
}

interface PlaceViewProps {
  /** Undefined while it is loading. */
  place: catalog.NestPlace | undefined;
  /** What screen readers are told. */
  title: string;
  /** What stands in the sky: the child's animal, and the way out. */
  children: ReactNode;
}

/** What the place of a child looks like, for the child and for grown-ups who preview it. */
export function PlaceView({ place, title, children }: PlaceViewProps) {
  return (
    <div className={styles.place}>
      <Sky
        time={place?.time ?? { share: null, leftSeconds: null }}
        isCrowded={place !== undefined && (place.game !== null || place.allowsSearch)}
      >
        {children}
      </Sky>
      <div className={styles.rows} onLoad={fetchPlayer}>
        <h1 className="sr-only">{title}</h1>
        {place && <Ways place={place} />}
        {place === undefined ? <Waiting /> : <Rows rows={place.rows} />}
      </div>
    </div>
  );
}

/** Fetches the player once the first picture has arrived: the next tap is probably on one of them. */
function fetchPlayer(): void {
  const player = findPageCode(nestPaths.play);
  if (player && !savesData()) prefetch(player);
}

/** The child's own animal where it does not lead anywhere. */
export function OwnAnimal({ face, children }: { face: auth.NestFace; children?: ReactNode }) {
  return (
    <div className={styles.me}>
      <InNest face={face} className={styles.nest} />
      {children}
    </div>
  );
}

function Rows({ rows }: { rows: readonly catalog.NestPlaceRow[] }) {
  const t = useTexts();
  const shown = rows.filter(({ songs }) => songs.length > 0);
  if (shown.length === 0) return <p className={styles.empty}>{t('nest.empty')}</p>;
  return shown.map((row, index) => <Row key={row.id} row={row} isFirst={index === 0} />);
}

/** Rows in the shape of what comes. */
function Waiting() {
  const t = useTexts();
  return (
    <>
      <Status className="sr-only">{t('nest.loading')}</Status>
      {[1, 2].map((row) => (
        <div key={row} className={styles.bones} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      ))}
    </>
  );
}
