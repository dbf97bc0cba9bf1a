import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';

import { Client } from 'minio';

import type { TestMinio } from './minio.ts';

const PBKDF2_AES_GCM = 2;
const ITERATIONS = 8192;

/** Gives a user of a MinIO server a secret key; creates a missing user. */
export async function setMinioUser(minio: TestMinio, name: string, secretKey: string): Promise<void> {
  const body = seal(minio.secretKey, { secretKey, status: 'enabled' });
  await createAdminCall(minio)('add-user', `accessKey=${name}`, body);
}

/** Replaces the rights of a MinIO user by those of the policy. */
export async function setMinioPolicy(minio: TestMinio, name: string, policy: object): Promise<void> {
  const call = createAdminCall(minio);
  await call('add-canned-policy', `name=${name}`, Buffer.from(JSON.stringify(policy)));
  const query = `policyName=${name}&userOrGroup=${name}&isGroup=false`;
  await call('set-user-or-group-policy', query, Buffer.alloc(0));
}

function createAdminCall({ endpoint, accessKey, secretKey }: TestMinio) {
  const { hostname, port } = new URL(endpoint);
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey,
    secretKey,
    region: 'us-east-1',
  });
  return async (name: string, query: string, body: Buffer) => {
    const path = { bucketName: 'minio', objectName: `admin/v3/${name}` };
    const response = await client.makeRequestAsync(
      { method: 'PUT', ...path, query },
      body,
      [200],
      'us-east-1',
    );
    response.destroy();
  };
}

/**
 * Encrypts the body of a call as MinIO's own clients do: a key derived from the password, then one package of AES-GCM
 * that authenticates the tag of an empty one before it.
 */
function seal(password: string, content: object): Buffer {
  const [salt, nonce] = [randomBytes(32), randomBytes(8)];
  const key = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const encrypt = (index: number, data: Buffer, header: Buffer) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32LE(index);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, counter]));
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
  };
  const last = Buffer.concat([Buffer.of(0x80), encrypt(0, Buffer.alloc(0), Buffer.alloc(0))]);
  const sealed = encrypt(1, Buffer.from(JSON.stringify(content)), last);
  return Buffer.concat([salt, Buffer.of(PBKDF2_AES_GCM), nonce, sealed]);
}
