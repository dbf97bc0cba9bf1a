import type { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { ChipFace, toChipProps } from '../../parts/chip-face.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { PICTURE_FILES } from '../../parts/video-form/picture.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Message } from '../../ui/message.tsx';
import { HueChoice, PictureChoice, toScenePath } from './look-choices.tsx';
import { useChipForm } from './use-chip-form.ts';

export function ChipForm({ chip }: { chip: catalog.AdminChip }) {
  const t = useTexts();
  const { form, upload, isSaved, pick } = useChipForm(chip);
  const { hue, picture } = form.values;
  const own = chip.scene === null ? chip.picture : null;
  return (
    <form {...form.props} className="stack" aria-label={chip.tagValue}>
      {chip.tagType === 'category' && (
        <IsShown value={form.values.isShown} onPick={(value) => pick('isShown', value)} />
      )}
      <PictureChoice own={own} value={picture} onPick={(value) => pick('picture', value)} />
      <div className="row">
        <FileButton
          accept={PICTURE_FILES}
          busy={upload.isPending}
          label={t('chip.upload-for', { name: chip.tagValue })}
          onChoose={(file) => upload.mutate(file)}
        >
          {t('chip.upload')}
        </FileButton>
      </div>
      <HueChoice value={hue} onPick={(value) => pick('hue', value)} />
      <Preview
        label={chip.tagValue}
        hue={hue === '' ? null : hue}
        picture={picture === 'own' ? own : toScenePath(picture)}
      />
      <Outcome isSaved={isSaved} error={form.error ?? upload.error} />
      <div className="row">
        <Button type="submit" busy={form.isBusy}>
          {t('chip.save')}
        </Button>
      </div>
    </form>
  );
}

function IsShown({ value, onPick }: { value: string; onPick: (value: 'yes' | 'no') => void }) {
  const t = useTexts();
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={value === 'yes'}
        onChange={(event) => onPick(event.target.checked ? 'yes' : 'no')}
      />
      {t('chip.show')}
    </label>
  );
}

function Outcome({ isSaved, error }: { isSaved: boolean; error: Error | null }) {
  const t = useTexts();
  // The error of a picture that this browser cannot read has a message already.
  if (error) return <Message kind="bad">{errorSentence(error, error.message)}</Message>;
  return isSaved && <Message kind="good">{t('chip.saved')}</Message>;
}

function Preview({ label, ...look }: { label: string } & Pick<catalog.Chip, 'hue' | 'picture'>) {
  const t = useTexts();
  return (
    <div className="row">
      <span className="muted small">{t('chip.preview')}</span>
      <span {...toChipProps(look)} dir="auto">
        <ChipFace label={label} picture={look.picture} />
      </span>
    </div>
  );
}
