/** Logging in and out. Loaded on first use. */
import { realClock } from '#client/kubernetes/clock.ts';
import type { KubeconfigSource } from '../kubeconfig/kubeconfigSource.ts';
import type { SavedTokens } from '../kubeconfig/savedTokens.ts';
import { ContextLogins } from './contextLogins.ts';

export { logIn } from './logIn.ts';
export { logOut } from './logOut.ts';

export function createLogins(source: KubeconfigSource, tokens: SavedTokens): ContextLogins {
  return new ContextLogins({ source, tokens, clock: realClock });
}
