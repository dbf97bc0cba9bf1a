import type { FindingSentences } from './finding-sentences.ts';

const FREE =
  'Free space or give storage a larger disk: delete videos that nobody needs, or move other data away.';

const DENIED = 'storage ({problem, select, none{denied} other{{problem}}}).';

export const STORAGE_FINDINGS = {
  'storage-away': {
    sentence:
      '{serviceNames} cannot use the storage of videos and pictures ({problem, select, none{no answer} other{{problem}}}).',
    remedy:
      '{kind, select, s3{Check whether the S3 server is running and can be reached at S3_ENDPOINT: docker compose logs minio.} other{Check whether the folder STORAGE_DIR exists on a mounted disk with free space, and belongs to the user of the services.}}',
  },
  'storage-denied': {
    sentence: `{right, select, write{The service {name} may not write to ${DENIED}} read{The service {name} may not read from ${DENIED}} list{The service {name} may not list ${DENIED}} other{The service {name} may not delete from ${DENIED}}}`,
    remedy:
      '{cause, select, key{Allow the key of {name} {actionNames} on the bucket, and check S3_ACCESS_KEY and S3_SECRET_KEY. infra/compose/minio has the rights that each service needs.} disk{The disk is mounted read-only, often because it reported errors: look at dmesg, check it, and mount it again with write access.} other{Give the folder STORAGE_DIR, with everything in it, to the user of the services: chown -R.}}',
  },
  'storage-full': {
    sentence:
      '{state, select, full{Storage is full ({problem, select, none{no space left} other{{problem}}}): nothing can be uploaded or prepared. Existing videos still play.} other{Storage has only {freeBytes} left: uploads are refused until {leastBytes} are free (MIN_FREE_BYTES).}}',
    remedy: FREE,
  },
  'storage-nearly-full': {
    sentence: 'Storage has {freeBytes} left; uploads are refused when less than {leastBytes} would remain.',
    remedy: FREE,
  },
  'storage-size-unknown': {
    sentence: 'The free space of the S3 server is unknown, so uploads are not refused before it is full.',
    remedy: 'Set S3_METRICS_URL, if the server is MinIO. Otherwise watch its space yourself.',
  },
  'quota-reached': {
    sentence:
      'Videos take up {usedBytes} of the {mostBytes} that are set aside for them: uploads that do not fit are refused.',
    remedy: 'Delete videos that nobody needs, or raise SITE_QUOTA_BYTES.',
  },
  'uploader-quota-reached': {
    sentence: 'The limit for one uploader, {mostBytes}, has been reached by {uploaderNames}.',
    remedy: 'Delete some of their videos, or raise UPLOADER_QUOTA_BYTES.',
  },
} as const satisfies FindingSentences;
