import multipart from '@fastify/multipart';
import { uploadVideo } from '@larksong/contracts';
import { signedIn, type Register } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';

import { receiveUpload, type UploadDeps } from './receive-upload.ts';

export async function registerUploads(
  app: FastifyInstance,
  register: Register,
  deps: UploadDeps & { onDue: () => void },
): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fileSize: Number.MAX_SAFE_INTEGER } });
  register(uploadVideo, async ({ request, viewer }) => {
    const id = await receiveUpload(deps, request, signedIn(viewer));
    deps.onDue();
    return {
      message: 'Upload started. Transcoding (720p, 480p, 360p) will run in the background.',
      data: { video: { id } },
    };
  });
}
