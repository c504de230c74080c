/** Why there is no answer, in words with one next step. */
import type { MetricsProblem } from '../cluster/prometheus/prometheus.ts';
import type { ProblemView } from './view.ts';

type Button = NonNullable<ProblemView['button']>;

const again: Button = { does: 'refresh', title: 'Try again' };
const settings: Button = { does: 'settings', title: 'Set another Prometheus...' };

/** `message` of a problem says what to do; this adds what it is about where that does not say it, and a button where a click does it. */
const kinds: Readonly<Record<MetricsProblem['kind'], { readonly says?: string; readonly button?: Button }>> = {
  notFound: { says: 'No Prometheus is known here', button: settings },
  login: { says: 'The cluster does not take your login' },
  noToken: { says: 'There is no token to read metrics with', button: { does: 'allowToken', title: 'Request a token...' } },
  forbidden: {},
  refused: { button: again },
  query: { says: 'The query was not understood' },
  tls: {},
  network: { says: 'The Prometheus cannot be reached', button: again },
  timeout: { says: 'The Prometheus did not answer in time', button: again },
  server: { says: 'The Prometheus reports an error', button: again },
  badAnswer: { button: settings },
  aborted: { says: 'Not asked to the end', button: again },
};

export function problemView({ kind, message }: MetricsProblem): ProblemView {
  const { says, button } = kinds[kind];
  return { text: says === undefined ? message : `${says}: ${message}`, ...(button === undefined ? {} : { button }) };
}

/** Whether it is about the way to the Prometheus: then no other question would be answered either. */
export function isOfTheWay({ kind }: MetricsProblem): boolean {
  return !['query', 'timeout', 'server', 'badAnswer', 'aborted'].includes(kind);
}
