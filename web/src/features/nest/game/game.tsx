import type { catalog } from '@larksong/contracts';
import { Link } from 'react-router';

import { findFace, useNests } from '../../../api/nest-session.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Animal } from '../../../parts/nest/animal.tsx';
import { paths } from '../../../paths.ts';
import { Status } from '../../../ui/status.tsx';
import { isWon, NO_GAME } from '../../memory-game/rules/rules.ts';
import type { GameParts } from '../../memory-game/parts.ts';
import { Eye } from '../eye.tsx';
import { GoodNight } from '../good-night.tsx';
import { NotHere } from '../not-here.tsx';
import { Rests } from '../rests.tsx';
import { Porthole } from '../sky/sky.tsx';
import { useShownTime } from '../sky/use-shown-time.ts';
import { useIsCounting, useNestPlace } from '../use-nest-place.ts';
import { GameSide } from './game-side.tsx';
import type { NestGame } from './offer.ts';
import { useNestMemory } from './use-nest-memory.ts';
import styles from './game.module.css';

/** The memory game in a nest, if a grown-up allows it, with the letters and boards of the nest. */
export function Game({ parts }: { parts: GameParts }) {
  const t = useTexts();
  const { data, isError } = useNestPlace();
  if (data === undefined)
    return isError ? <Rests /> : <Status className="sr-only">{t('nest.loading')}</Status>;
  if (data.time.state === 'over') return <GoodNight />;
  if (data.game === null) return <NotHere />;
  const { game, volume, rows } = data;
  // Other settings begin another game.
  return (
    <Table key={JSON.stringify([game, volume])} parts={parts} settings={game} volume={volume} rows={rows} />
  );
}

interface TableProps {
  parts: GameParts;
  settings: NestGame;
  volume: number;
  rows: readonly catalog.NestPlaceRow[];
}

function Table({ parts, settings, volume, rows }: TableProps) {
  const { memory, offer, version, hasFailed, isEmpty } = useNestMemory(parts, {
    settings,
    volume: volume / 100,
  });
  const { status, choice } = memory.table;
  const isWaiting = status !== 'playing';
  const game = isWaiting ? NO_GAME : memory.game;
  const { Title, Lark, Waiting, Confetti } = parts;
  if (isEmpty) return <NotHere />;
  if (hasFailed && isWaiting) return <Rests hasWay />;
  return (
    <div className={styles.page}>
      <Bar serial={game.serial} />
      <div className={styles.game} data-game aria-busy={isWaiting}>
        <div className={styles.layout}>
          <div className={styles.title}>
            <Title
              letters={isWaiting ? [] : (choice?.letters ?? [])}
              game={game}
              isForTwo={false}
              lark={<Lark isSpeaking={memory.sounds.isSpeaking} hint={memory.hint} isWon={isWon(game)} />}
            />
          </div>
          {isWaiting || offer === undefined ? (
            <Waiting />
          ) : (
            <GameSide parts={parts} memory={memory} offer={offer} version={version} rows={rows} />
          )}
        </div>
        {isWon(game) && <Confetti />}
      </div>
    </div>
  );
}

/** The way back to the nest, and the clock, which moves only between boards. */
function Bar({ serial }: { serial: number }) {
  const t = useTexts();
  const face = findFace(useNests());
  const time = useShownTime(String(serial));
  const isCounting = useIsCounting();
  return (
    <nav className={styles.bar} aria-label={t('nest.to-my-nest')}>
      <Link replace className={styles.mine} aria-label={t('nest.to-my-nest')} to={paths.nest}>
        {face && <Animal face={face} />}
      </Link>
      {time && <Porthole time={time} className={styles.porthole} />}
      {isCounting && <Eye />}
    </nav>
  );
}
