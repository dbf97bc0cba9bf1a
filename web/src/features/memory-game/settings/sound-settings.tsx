import type { ReactNode } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { Field } from '../../../ui/field.tsx';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import { useHasLocalVoice } from '../sounds/device-voice.ts';
import { SPEECHES } from '../rules/speech.ts';
import type { Hearing } from '../sounds/use-sounds.ts';

interface SoundSettingsProps {
  hearing: Hearing;
  onHearing: (changes: Partial<Hearing>) => void;
  pack: FurtherPack;
}

/** Chooses the sounds; each change is stored on this device at once. */
export function SoundSettings({ hearing, onHearing, pack }: SoundSettingsProps) {
  const t = useTexts();
  const { isMuted, voice, effects, speech, deviceVoice } = hearing;
  // While everything is muted, turning one kind of sound on leaves the other off.
  const set = (changes: { voice: boolean } | { effects: boolean }) =>
    onHearing(isMuted ? { isMuted: false, voice: false, effects: false, ...changes } : changes);
  return (
    <fieldset>
      <legend>{t('settings.sound')}</legend>
      <Choice checked={voice && !isMuted} onChange={(checked) => set({ voice: checked })}>
        {t('settings.voice')}
      </Choice>
      <Choice checked={effects && !isMuted} onChange={(checked) => set({ effects: checked })}>
        {t('settings.effects')}
      </Choice>
      <DeviceVoice isOn={deviceVoice} pack={pack} onChange={(next) => onHearing({ deviceVoice: next })} />
      <Field label={t('settings.speech')}>
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
                {t(`settings.speech-${name}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}

interface DeviceVoiceProps {
  isOn: boolean;
  pack: FurtherPack;
  onChange: (isOn: boolean) => void;
}

/** Lets the device say what nobody has recorded, if it has a voice of the language. */
function DeviceVoice({ isOn, pack, onChange }: DeviceVoiceProps) {
  const t = useTexts();
  if (useHasLocalVoice(pack))
    return (
      <Choice checked={isOn} onChange={onChange}>
        {t('settings.device-voice')}
      </Choice>
    );
  return pack === undefined ? null : <p className="muted small">{t('settings.no-voice')}</p>;
}

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
