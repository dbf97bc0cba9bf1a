import { Field } from '../../../ui/field.tsx';
import { useHasLocalVoice } from '../sounds/device-voice.ts';
import { SPEECHES, type Speech } from '../rules/speech.ts';
import type { Hearing } from '../sounds/use-sounds.ts';

const SPEECH_LABELS: Record<Speech, string> = { both: 'Letter and word', word: 'Word', letter: 'Letter' };

interface SoundSettingsProps {
  hearing: Hearing;
  onHearing: (changes: Partial<Hearing>) => void;
}

/** Chooses the sounds; each change is stored on this device at once. */
export function SoundSettings({ hearing, onHearing }: SoundSettingsProps) {
  const { isMuted, voice, effects, speech, deviceVoice } = hearing;
  const hasLocalVoice = useHasLocalVoice();
  // While everything is muted, turning one kind of sound on leaves the other off.
  const set = (changes: { voice: boolean } | { effects: boolean }) =>
    onHearing(isMuted ? { isMuted: false, voice: false, effects: false, ...changes } : changes);
  return (
    <fieldset>
      <legend>Sound</legend>
      <label className="choice">
        <input
          type="checkbox"
          checked={voice && !isMuted}
          onChange={({ target }) => set({ voice: target.checked })}
        />
        Voice
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={effects && !isMuted}
          onChange={({ target }) => set({ effects: target.checked })}
        />
        Sound effects
      </label>
      {hasLocalVoice && (
        <label className="choice">
          <input
            type="checkbox"
            checked={deviceVoice}
            onChange={({ target }) => onHearing({ deviceVoice: target.checked })}
          />
          Device voice for words without a recording
        </label>
      )}
      <Field label="When a card opens, say">
        {(control) => (
          <select
            {...control}
            value={speech}
            onChange={({ target }) =>
              onHearing({ speech: SPEECHES.find((known) => known === target.value) ?? speech })
            }
          >
            {SPEECHES.map((name) => (
              <option key={name} value={name}>
                {SPEECH_LABELS[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
