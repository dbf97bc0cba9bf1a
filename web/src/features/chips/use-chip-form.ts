import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { sendBody } from '../../api/send-body.ts';
import { useForm } from '../../parts/use-form.ts';
import { shrinkPicture } from '../../parts/video-form/picture.ts';

interface Values {
  isShown: 'yes' | 'no';
  /** Empty for none. */
  hue: catalog.ChipHue | '';
  /** A scene, the uploaded one, or none. */
  picture: catalog.ChipScene | 'own' | '';
}

/** Manages the form of a chip. An uploaded picture is saved at once, everything else by Save. */
export function useChipForm(chip: catalog.AdminChip) {
  const { tagType, tagValue } = chip;
  const tag = { tagType, tagValue };
  const refresh = () => invalidate(catalog.listAdminChips, catalog.listChips);
  const form = useForm<Values, unknown>({
    defaults: toValues(chip),
    check: () => ({}),
    send: async ({ isShown, hue, picture }) => {
      const isRemoved = picture === '' && chip.picture !== null && chip.scene === null;
      if (isRemoved) await call(catalog.deleteChipPicture, { query: tag });
      const scene = picture === 'own' || picture === '' ? null : picture;
      await call(catalog.putChip, {
        body: { ...tag, isShown: isShown === 'yes', hue: hue === '' ? null : hue, scene },
      });
      await refresh();
    },
    onSent: (_result, { clear }) => clear('isShown', 'hue', 'picture'),
  });
  const upload = useMutation({
    mutationFn: async (file: File) => {
      await sendBody(catalog.putChipPicture, await shrinkPicture(file), { query: tag });
      await refresh();
      form.field('picture').onChange({ target: { value: 'own' } });
    },
  });
  return {
    form,
    upload,
    isSaved: form.isSent || upload.isSuccess,
    pick: <Name extends keyof Values>(name: Name, value: Values[Name]) => {
      form.field(name).onChange({ target: { value } });
      form.forget();
      upload.reset();
    },
  };
}

function toValues({ isShown, hue, scene, picture }: catalog.AdminChip): Values {
  return {
    isShown: isShown ? 'yes' : 'no',
    hue: hue ?? '',
    picture: scene ?? (picture === null ? '' : 'own'),
  };
}
