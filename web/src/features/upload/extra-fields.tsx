import { ChevronRight, CircleAlert } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { CaptionFields } from '../../parts/video-form/caption-fields.tsx';
import {
  CAPTION_FILES,
  findCaptionProblems,
  readCaption,
  type CaptionDraft,
} from '../../parts/video-form/captions.ts';
import { PicturePreview } from '../../parts/video-form/picture-preview.tsx';
import { PICTURE_FILES, shrinkPicture } from '../../parts/video-form/picture.ts';
import type { FieldsProps } from './upload-fields.tsx';
import styles from './extra-fields.module.css';

/** Subtitles and a custom picture: rarely needed, so they are collapsed. */
export function ExtraFields(props: FieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const { form } = props;
  const isShown = isOpen || form.captions.length > 0 || form.picture !== null;
  return (
    <div className={styles.extras}>
      <button type="button" className={styles.fold} aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
        <ChevronRight className="icon" aria-hidden />
        <span>
          Subtitles and picture <span className="muted">(optional)</span>
        </span>
      </button>
      {isShown && (
        <>
          <CaptionChoice {...props} />
          <PictureChoice {...props} />
        </>
      )}
    </div>
  );
}

function CaptionChoice({ form, problem, onChange }: FieldsProps) {
  const [error, setError] = useState<string>();
  const { captions } = form;
  const problems = problem?.part === 'captions' ? findCaptionProblems(captions) : [];
  const replace = (old: CaptionDraft, changed: CaptionDraft[]) =>
    onChange({ captions: captions.flatMap((one) => (one === old ? changed : [one])) });
  const add = async (file: File) => {
    setError(undefined);
    try {
      onChange({ captions: [...captions, await readCaption(file)] });
    } catch (failure) {
      setError(toText(failure));
    }
  };
  return (
    <fieldset>
      <legend>Subtitles</legend>
      {captions.map((draft, index) => (
        <CaptionFields
          // the same file may be added twice and changes with every key, so its index is its key
          key={index}
          draft={draft}
          error={problems[index]}
          onChange={(changed) => replace(draft, [changed])}
        >
          <Button variant="danger" slim onClick={() => replace(draft, [])}>
            Remove <bdi>{draft.label}</bdi>
          </Button>
        </CaptionFields>
      ))}
      <div className="row">
        <FileButton accept={CAPTION_FILES} onChoose={(file) => void add(file)}>
          Add a subtitle file
        </FileButton>
      </div>
      <FileError sentence={error} />
    </fieldset>
  );
}

function PictureChoice({ form, onChange }: FieldsProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const choose = async (file: File) => {
    setError(undefined);
    setBusy(true);
    try {
      onChange({ picture: await shrinkPicture(file) });
    } catch (failure) {
      setError(toText(failure));
    }
    setBusy(false);
  };
  return (
    <fieldset>
      <legend>Picture</legend>
      <p className="muted small">If you choose none, a picture is taken from the video.</p>
      {form.picture !== null && <PicturePreview picture={form.picture} />}
      <div className="row">
        <FileButton accept={PICTURE_FILES} busy={isBusy} onChoose={(file) => void choose(file)}>
          {form.picture === null ? 'Choose a picture' : 'Choose another picture'}
        </FileButton>
        {form.picture !== null && (
          <Button variant="danger" slim onClick={() => onChange({ picture: null })}>
            Remove picture
          </Button>
        )}
      </div>
      <FileError sentence={error} />
    </fieldset>
  );
}

function FileError({ sentence }: { sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p className="error" role="alert">
      <CircleAlert className="icon" aria-hidden />
      {sentence}
    </p>
  );
}

function toText(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'This file could not be read.';
}
