import { Captions } from 'lucide-react';

import { IconButton } from '../../ui/icon-button.tsx';
import { toSpeedText } from './perform.ts';
import { toAutoLabel } from './quality.ts';
import { SPEEDS } from './shortcuts.ts';
import type { Player } from './use-player.ts';

const AUTO = 'auto';
const OFF = 'off';

/** A button where there is one language, else a menu; nothing for a video without captions. */
export function CaptionsMenu({ player: { captions, act } }: { player: Player }) {
  const { list, chosen, choose } = captions;
  if (list.length === 0) return null;
  if (list.length === 1)
    return (
      <IconButton
        className="captions switch"
        label="Captions"
        aria-pressed={chosen !== null}
        icon={Captions}
        onClick={() => act({ kind: 'captions' })}
      />
    );
  return (
    <span className="captions switch" data-on={chosen !== null || undefined}>
      <Captions className="icon" aria-hidden />
      <select
        aria-label="Captions"
        title="Captions"
        value={chosen?.id ?? OFF}
        onChange={(event) => choose(event.target.value === OFF ? null : event.target.value)}
      >
        <option value={OFF}>Captions off</option>
        {list.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Missing where the browser chooses the quality by itself. */
export function QualityMenu({ player: { stream, chooseQuality } }: { player: Player }) {
  if (stream.qualities.length === 0) return null;
  return (
    <select
      className="label"
      aria-label="Quality"
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

export function SpeedMenu({ player: { media, setSpeed } }: { player: Player }) {
  return (
    <select
      className="label"
      aria-label="Speed"
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
