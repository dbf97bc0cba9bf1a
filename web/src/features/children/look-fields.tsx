import { auth } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';
import { AnimalChoice, GroundChoice } from './look-choice.tsx';

type Name = 'nickname' | 'animal' | 'ground';

interface LookFieldsProps {
  values: { nickname: string; animal: auth.Animal; ground: auth.Ground };
  error: string | undefined;
  field: (name: Name) => {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** Whether the nickname is focused when a dialog opens. */
  isFirst?: boolean;
}

/** How a child finds its nest. */
export function LookFields({ values, error, field, isFirst = false }: LookFieldsProps) {
  const t = useTexts();
  const { animal, ground } = values;
  const pick = (name: Name, value: string) => field(name).onChange({ target: { value } });
  return (
    <>
      <Field label={t('nest-dialog.nickname')} hint={t('nest-dialog.nickname-hint')} error={error}>
        {(control) => (
          <input
            {...control}
            {...field('nickname')}
            dir="auto"
            maxLength={auth.MAX_NICKNAME}
            autoComplete="off"
            data-autofocus={isFirst || undefined}
          />
        )}
      </Field>
      <AnimalChoice value={animal} ground={ground} onPick={(value) => pick('animal', value)} />
      <GroundChoice value={ground} onPick={(value) => pick('ground', value)} />
    </>
  );
}
