import { ApiError, auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { formatAge } from '../../lib/format.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { describeDevice } from '../../parts/describe-device.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { confirmDialog } from '../../ui/dialog-host.tsx';
import { Message } from '../../ui/message.tsx';
import styles from './things.module.css';

/** The devices on which a nest is open: how it came there, when it was last used, and its end. */
export function Devices({ nest }: { nest: auth.Nest }) {
  const t = useTexts();
  const end = useEnd(nest);
  if (nest.devices.length === 0) return <p className="muted">{t('devices.none')}</p>;
  return (
    <>
      <ul className={styles.things}>
        {nest.devices.map((device) => (
          <li key={device.id}>
            <TabletSmartphone className="icon" aria-hidden />
            <span>
              <bdi>{nameOf(device)}</bdi>
              <small>
                {t(`devices.by-${device.cameBy}`)} ·{' '}
                {t('devices.used', { age: formatAge(device.lastUsedAt) })}
              </small>
            </span>
            <Button
              variant="danger"
              slim
              busy={end.pendingId === device.id}
              aria-label={t('devices.end-named', { device: nameOf(device) })}
              onClick={() => void end.ask(device)}
            >
              {t('devices.end')}
            </Button>
          </li>
        ))}
      </ul>
      {end.error && <Message kind="bad">{errorSentence(end.error)}</Message>}
    </>
  );
}

function nameOf({ label, device }: auth.NestDevice): string {
  return label ?? describeDevice(device);
}

function useEnd(nest: auth.Nest) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (deviceId: string) => {
      try {
        await call(auth.endNestDevice, { params: { id: nest.id, deviceId } });
      } catch (failed) {
        if (!(failed instanceof ApiError && failed.code === 'ITEM_NOT_FOUND')) throw failed; // it has ended already
      } finally {
        await invalidate(auth.listNests);
      }
    },
  });
  const ask = async (device: auth.NestDevice) => {
    const isConfirmed = await confirmDialog({
      title: text('devices.end-title'),
      subject: nameOf(device),
      message: text('devices.end-question'),
      confirmLabel: text('devices.end'),
      danger: true,
    });
    if (isConfirmed) mutate(device.id);
  };
  return { ask, error, pendingId: isPending ? variables : null };
}
