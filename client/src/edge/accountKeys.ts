/** The keys of an account, as VS Code's secret storage has them. They are in no setting, no log and no message. */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import type { EdgeKeys } from './service/signRequest.ts';
import type { EdgeParts } from './context.ts';

const name = 'osc.edge.keys';

/** Undefined: none were set, or what is there cannot be read. */
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

/** What is wrong with a key that was typed, as a sentence. */
export function keyProblem(text: string): string | undefined {
  return /^[\x21-\x7E]{8,200}$/.test(text.trim())
    ? undefined
    : l10n.t`A key must have 8 to 200 letters, digits, and symbols, without spaces.`;
}

function keysIn(kept: string | undefined): readonly (string | undefined)[] {
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    return [getString(value, 'accessKeyId'), getString(value, 'secretKey')];
  } catch {
    return [];
  }
}
