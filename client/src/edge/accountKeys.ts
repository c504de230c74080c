/**
 * Stores the access key of an account in the VS Code secret storage. The key never appears in settings, logs, or
 * messages.
 */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import type { EdgeKeys } from './service/signRequest.ts';
import type { EdgeParts } from './context.ts';

const name = 'osc.edge.keys';

/** Returns the stored access key. Returns undefined if no key is set or the stored value is invalid. */
export async function readKeys(secrets: EdgeParts['secrets']): Promise<EdgeKeys | undefined> {
  const [accessKeyId, secretKey] = keysIn(await secrets.get(name));
  return accessKeyId === undefined || accessKeyId === '' || secretKey === undefined
    ? undefined
    : { accessKeyId, secretKey };
}

export async function storeKeys(secrets: EdgeParts['secrets'], { accessKeyId, secretKey }: EdgeKeys): Promise<void> {
  await secrets.store(name, JSON.stringify({ accessKeyId, secretKey }));
}

export async function removeStoredKeys(secrets: EdgeParts['secrets']): Promise<void> {
  await secrets.delete(name);
}

/** Returns an error message if the key that the user entered is invalid. */
export function keyProblem(text: string): string | undefined {
  return /^[\x21-\x7E]{8,200}$/.test(text.trim())
    ? undefined
    : l10n.t`A key must be 8 to 200 characters long and can contain only ASCII letters, digits, and symbols (no spaces).`;
}

function keysIn(kept: string | undefined): readonly (string | undefined)[] {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    return [getString(value, 'accessKeyId'), getString(value, 'secretKey')];
  } catch {
    return [];
  }
}
