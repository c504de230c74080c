/** Describes why a query failed, with one next step. */
import * as l10n from '@vscode/l10n';
import type { MetricsProblem } from '#client/kubernetes/prometheus/prometheus.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import type { Message } from '#core/text/message.ts';
import type { ProblemView } from './metricsView.ts';

type Button = NonNullable<ProblemView['button']>;

const again = (): Button => ({ does: 'refresh', title: l10n.t`Retry` });
const settings = (): Button => ({ does: 'settings', title: l10n.t`Set Prometheus Address...` });

/**
 * Heading and button for each kind of problem. The `message` of the problem contains the advice. A heading names the
 * subject if the message doesn't, and a button performs the next step if possible.
 */
const kinds: Readonly<Record<MetricsProblem['kind'], { readonly says?: Message; readonly button?: () => Button }>> = {
  notFound: { says: () => l10n.t`Prometheus not found`, button: settings },
  login: { says: () => l10n.t`The cluster rejected your login` },
  noToken: {
    says: () => l10n.t`No token to read metrics`,
    button: () => ({ does: 'allowToken', title: withEllipsis(l10n.t`Request Token`) }),
  },
  forbidden: {},
  refused: { button: again },
  query: { says: () => l10n.t`Can't run the query` },
  tls: {},
  network: { says: () => l10n.t`Can't reach Prometheus`, button: again },
  timeout: { says: () => l10n.t`Prometheus timed out`, button: again },
  server: { says: () => l10n.t`Prometheus reported an error`, button: again },
  badAnswer: { button: settings },
  aborted: { says: () => l10n.t`Query canceled`, button: again },
};

export function problemView({ kind, message }: MetricsProblem): ProblemView {
  const { says, button } = kinds[kind];
  return {
    text: says === undefined ? message : `${says()}: ${message}`,
    ...(button === undefined ? {} : { button: button() }),
  };
}

/** Returns whether the problem affects every query, such as a missing permission or a lost connection. */
export function isOfTheWay({ kind }: MetricsProblem): boolean {
  return !['query', 'timeout', 'server', 'badAnswer', 'aborted'].includes(kind);
}
