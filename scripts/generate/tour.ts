/**
 * Defines the steps of the tour for both the walkthrough in package.json and docs/getting-started.md. Every step works
 * without a cluster.
 */
import * as l10n from '@vscode/l10n';
import { hiddenStep } from '#client/help/walkthrough.ts';

export interface TourStep {
  /** ID of the step and name of its picture, media/walkthrough/<id>.svg. */
  readonly id: string;
  /** Title, as an instruction. */
  readonly title: string;
  /** Paragraphs. Plain text with `code`. A setting in code becomes a link in the walkthrough. */
  readonly text: readonly string[];
  /** Commands of its buttons. The first one starts the step. */
  readonly commands: readonly string[];
  /** Context keys of the extension that complete the step. A key is true while the result of the step exists. */
  readonly done: readonly string[];
  /** Alternative text of the picture. */
  readonly picture: string;
  /** Page in docs/ with more information. */
  readonly page: string;
}

export const tour = {
  id: 'osc.start',
  title: l10n.t`Get Started with OpenShift Sandboxed Containers`,
  description: l10n.t`Try the extension in 10 minutes without a cluster. Install Kata on a simulated cluster, write manifests and policies, and analyze a must-gather.`,
} as const;

export const tourSteps: readonly TourStep[] = [
  {
    id: 'demo',
    title: l10n.t`Start a demo cluster`,
    text: [
      l10n.t(
        'A demo cluster is a simulated OpenShift cluster on this computer. It stops shortly after you close the window. For this tour, select the scenario `two-workers` at 60 times the normal speed.',
      ),
      l10n.t`The cluster appears in the Clusters view as \`demo-two-workers\`. Nothing that you do with it affects a real cluster.`,
    ],
    commands: ['osc.demo.start', 'osc.clusters.show'],
    done: ['osc.demoRuns'],
    picture: l10n.t`Clusters view with a two-node cluster`,
    page: 'clusters.md',
  },
  {
    id: 'install',
    title: l10n.t`Preview and install Kata`,
    text: [
      l10n.t`The extension checks whether the cluster is ready. Then it shows a plan with all changes and the nodes that will reboot, and sends nothing until you confirm. Watch the nodes in the Clusters view. Each node shows its state and, if it's waiting, the reason.`,
      l10n.t`For a real cluster, you can also generate a runbook for others to run.`,
    ],
    commands: ['osc.kata.install', 'osc.cluster.check'],
    done: ['osc.kataInstalled'],
    picture: l10n.t`Three nodes: Kata installed, being updated, and waiting`,
    page: 'procedures.md',
  },
  {
    id: 'manifest',
    title: l10n.t`Write a KataConfig`,
    text: [
      l10n.t`Run New OSC Manifest... and select KataConfig. A file with placeholders opens. Press Ctrl+Space (also on a Mac) to list valid values and their consequences. Hover over a field to see its description.`,
      l10n.t`You get the same help in ConfigMaps for peer pods, in pods, and in all other files for OpenShift sandboxed containers.`,
    ],
    commands: ['osc.manifest.new'],
    done: ['osc.tourStep.manifest'],
    picture: l10n.t`KataConfig with a list of values for logLevel`,
    page: 'manifests.md',
  },
  {
    id: 'mistakes',
    title: l10n.t`Fix two mistakes`,
    text: [
      l10n.t`The example contains an unknown field and an invalid value. Hover over the underlined text to see the consequence. To fix it, place the cursor in the underlined text, press Ctrl+. (Cmd+. on a Mac), and select the fix.`,
    ],
    commands: ['osc.example.open'],
    done: ['osc.tourStep.mistakes'],
    picture: l10n.t`Underlined line with a light bulb`,
    page: 'manifests.md',
  },
  {
    id: 'policy',
    title: l10n.t`See what a policy allows`,
    text: [
      l10n.t`An agent policy limits which requests the host can send to a sandbox. Start from a documented policy. The table then shows whether each request is allowed and why, as evaluated by the policy engine in the guest.`,
    ],
    commands: ['osc.policy.new', 'osc.policy.showTable'],
    done: ['osc.tourStep.policy'],
    picture: l10n.t`A table of requests, some allowed and some denied`,
    page: 'policies.md',
  },
  {
    id: 'mustGather',
    title: l10n.t`Find out what went wrong`,
    text: [
      l10n.t`A must-gather contains logs and objects from a cluster. Collect one from the demo cluster, with or without \`oc\`, or open one that you received, as a folder or an archive.`,
      l10n.t`The must-gather appears in the Clusters view, and its report lists the most likely cause first. Each line of evidence links to its file.`,
    ],
    commands: ['osc.mustGather.open', 'osc.mustGather.collect', 'osc.mustGather.report'],
    done: ['osc.mustGatherOpen'],
    picture: l10n.t`Report with the most likely cause at the top and a link to a file`,
    page: 'must-gather.md',
  },
  {
    id: 'cluster',
    title: l10n.t`Open your own cluster`,
    text: [
      l10n.t`The Clusters view lists the clusters in your kubeconfig and contacts a cluster only when you open it. To prevent all changes, set \`osc.readOnly\`.`,
      l10n.t`The extension sends no telemetry.`,
    ],
    commands: ['osc.cluster.open'],
    done: ['osc.ownClusterConnected'],
    picture: l10n.t`Plug icon next to a cluster name`,
    page: 'clusters.md',
  },
];

/** Returns the walkthrough for package.json. Strings are referenced by key. */
export function walkthrough() {
  return {
    id: tour.id,
    title: '%tour%',
    description: '%tour.description%',
    steps: [
      ...tourSteps.map(({ id, done }) => ({
        id,
        title: `%tour.${id}%`,
        description: `%tour.${id}.description%`,
        media: { svg: `media/walkthrough/${id}.svg`, altText: `%tour.${id}.picture%` },
        // VS Code ignores an expression that is already true when it registers the walkthrough. The extension sets
        // osc.tourOpen afterward.
        completionEvents: done.map((key) => `onContext:osc.tourOpen && ${key}`),
      })),
      hidden,
    ],
  };
}

/**
 * Hidden step that the extension uses to check whether VS Code registered the walkthrough (client/src/help/tour.ts).
 */
const hidden = {
  id: hiddenStep,
  title: '%tour%',
  description: '%tour.description%',
  when: 'false',
  media: { svg: 'media/walkthrough/demo.svg', altText: '%tour.demo.picture%' },
  completionEvents: ['onStepSelected'],
} as const;

/** Converts text of the guide for the walkthrough: code to double backticks, settings to links. */
function walkthroughText(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, (_, code: string) =>
    /^osc\.[\w.]+$/.test(code) ? `[${code}](${settingLink(code)})` : `\`\`${code}\`\``,
  );
}

/** Returns a link to a setting, for the walkthrough and for views without content. */
export function settingLink(name: string): string {
  return `command:osc.setting.open?${encodeURIComponent(JSON.stringify([name]))}`;
}

/**
 * Returns the strings of the walkthrough.
 * @param say translates an English text
 * @param titles translated titles of commands in the Command Palette, by command ID
 */
export function tourStrings(
  say: (english: string) => string,
  titles: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const steps = tourSteps.flatMap(({ id, title, text, commands, picture }) => [
    [`tour.${id}`, say(title)],
    // VS Code renders a line that consists only of a link as a button.
    [
      `tour.${id}.description`,
      [
        ...text.map((words) => walkthroughText(say(words))),
        ...commands.map((command) => `[${titleOf(titles, command)}](command:${command})`),
      ].join('\n'),
    ],
    [`tour.${id}.picture`, say(picture)],
  ]);
  return { tour: say(tour.title), 'tour.description': say(tour.description), ...Object.fromEntries(steps) };
}

/**
 * Returns the title of a command.
 * @throws Error if the command doesn't exist
 */
export function titleOf(titles: ReadonlyMap<string, string>, command: string): string {
  const title = titles.get(command);
  if (title === undefined) throw new Error(`package.nls.json has no command ${command}`);
  return title;
}
