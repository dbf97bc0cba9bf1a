import { Captions } from 'lucide-react';

import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toSpeedText } from '../playback/perform.ts';
import { toAutoLabel } from '../stream/auto-label.ts';
import { SPEEDS } from '../playback/shortcuts.ts';
import type { Player } from '../playback/use-player.ts';
import styles from './controls.module.css';

const AUTO = 'auto';
const OFF = 'off';

/** A button for one language, a menu for several. Renders nothing for a video without captions. */
export function CaptionsMenu({ player: { captions, act } }: { player: Player }) {
  const t = useTexts();
  const { list, chosen, choose } = captions;
  if (list.length === 0) return null;
  if (list.length === 1)
    return (
      <IconButton
        className={classNames(styles.captions, styles.switch)}
        label={t('player.captions')}
        aria-pressed={chosen !== null}
        icon={Captions}
        onClick={() => act({ kind: 'captions' })}
      />
    );
  return (
    <span className={classNames(styles.captions, styles.switch)} data-on={chosen !== null || undefined}>
      <Captions className="icon" aria-hidden />
      <select
        aria-label={t('player.captions')}
        title={t('player.captions')}
        value={chosen?.id ?? OFF}
        onChange={(event) => choose(event.target.value === OFF ? null : event.target.value)}
      >
        <option value={OFF}>{t('player.no-captions')}</option>
        {list.map(({ id, label }) => (
          <option key={id} value={id} dir="auto">
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

interface MenuProps {
  player: Player;
  className?: string | undefined;
}

/** Renders nothing if there is no choice: the browser chooses itself, or a song has one quality. */
export function QualityMenu({ player: { stream, chooseQuality }, className }: MenuProps) {
  const t = useTexts();
  if (stream.qualities.length < 2) return null;
  return (
    <select
      className={classNames(styles.label, className)}
      aria-label={t('player.quality')}
      value={stream.chosen ?? AUTO}
      onChange={(event) => chooseQuality(event.target.value === AUTO ? null : event.target.value)}
    >
      <option value={AUTO}>{toAutoLabel(stream.chosen === null ? stream.playing : null)}</option>
      {stream.qualities.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

export function SpeedMenu({ player: { media, setSpeed }, className }: MenuProps) {
  const t = useTexts();
  return (
    <select
      className={classNames(styles.label, className)}
      aria-label={t('player.speed')}
      value={media.speed}
      onChange={(event) => setSpeed(Number(event.target.value))}
    >
      {SPEEDS.map((speed) => (
        <option key={speed} value={speed}>
          {toSpeedText(speed)}
        </option>
      ))}
    </select>
  );
}
