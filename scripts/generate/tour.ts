/** The tour: its steps in words, once, for the walkthrough in package.json and for docs/getting-started.md. Every step works without a cluster. */

export interface TourStep {
  /** Also the name of its picture, media/walkthrough/<id>.svg. */
  readonly id: string;
  /** As a thing to do. */
  readonly title: string;
  /** One paragraph each. Plain words and `code`: the walkthrough knows little else. */
  readonly text: readonly string[];
  /** Commands behind its buttons, the one to begin with first. */
  readonly commands: readonly string[];
  /** What VS Code sees when it is done (https://code.visualstudio.com/api/references/contribution-points#contributes.walkthroughs). */
  readonly done: readonly string[];
  /** What the picture shows, for who cannot see it. */
  readonly picture: string;
  /** The page that says more, in docs/. */
  readonly page: string;
}

export const tour = {
  id: 'osc.start',
  title: 'Get Started with OpenShift Sandboxed Containers',
  description: 'See what it does in ten minutes, without a cluster: install kata on a simulated one, write manifests and policies, read a must-gather.',
} as const;

export const tourSteps: readonly TourStep[] = [
  {
    id: 'demo',
    title: 'Start a cluster to try things on',
    text: [
      'A simulated OpenShift runs on this machine, in a process of its own, and ends with the window. It asks which one: `two-workers` is a good first choice, 60 times as fast.',
      'It stands in the view Clusters as `demo-two-workers`. Whatever you do to it, no real cluster is asked.',
    ],
    commands: ['osc.demo.start', 'osc.clusters.show'],
    done: ['onContext:osc.demoRuns'],
    picture: 'The view Clusters with a cluster of two nodes',
    page: 'clusters.md',
  },
  {
    id: 'install',
    title: 'Install kata, and see before what it costs',
    text: [
      'First it checks whether the cluster is fit. Then it shows all that it would send, with the nodes that reboot, and sends nothing until you say so. Watch the nodes in the view Clusters: each says what happens to it, and why it waits.',
      'The same on a real cluster can be written as a runbook, for others to run.',
    ],
    commands: ['osc.kata.install', 'osc.cluster.check'],
    done: ['onCommand:osc.kata.install'],
    picture: 'Three nodes: one has kata, one is being updated, one waits',
    page: 'procedures.md',
  },
  {
    id: 'manifest',
    title: 'Write a KataConfig',
    text: [
      'Choose KataConfig, and a file opens with its blanks to fill in. Ctrl+Space (on a Mac, too) offers what may stand there, with what each choice costs; rest the pointer on a field to read what it does.',
      'The same goes for peer pods, pods and all else that sandboxed containers read.',
    ],
    commands: ['osc.manifest.new'],
    done: ['onCommand:osc.manifest.new'],
    picture: 'A KataConfig with a list of values for logLevel',
    page: 'rules/README.md',
  },
  {
    id: 'mistakes',
    title: 'Mend two mistakes',
    text: [
      'The example has a field that does not exist and a value that would be refused. Rest the pointer on what is underlined: it says what will happen. Then press Ctrl+. (Cmd+. on a Mac) there, and choose the fix.',
    ],
    commands: ['osc.example.open'],
    done: ['onCommand:osc.example.open'],
    picture: 'A line that is underlined, and a light bulb before it',
    page: 'rules/README.md',
  },
  {
    id: 'policy',
    title: 'See what a policy allows',
    text: [
      'An agent policy decides what the host may ask of a sandbox. Start from a documented one; then the table says of each request whether it gets through, and why, as the engine in the guest reads it.',
    ],
    commands: ['osc.policy.new', 'osc.policy.showTable'],
    done: ['onCommand:osc.policy.showTable'],
    picture: 'A table of requests, some allowed and some denied',
    page: 'policies.md',
  },
  {
    id: 'mustGather',
    title: 'Find out what went wrong',
    text: [
      'Collect a must-gather of the demo cluster; where there is no `oc`, it is read through the API. Or open one that somebody sent you: a folder or an archive.',
      'It opens like a cluster, with a report: the likeliest cause first, and behind every line the file that says so.',
    ],
    commands: ['osc.mustGather.open', 'osc.mustGather.collect', 'osc.mustGather.report'],
    done: ['onCommand:osc.mustGather.open', 'onCommand:osc.mustGather.collect'],
    picture: 'A report with the likeliest cause at its top, and a line to a file',
    page: 'must-gather.md',
  },
  {
    id: 'cluster',
    title: 'Open your own cluster',
    text: [
      'The clusters of your kubeconfig are listed; none is contacted until you open it. To look without being able to change anything, set `osc.readOnly`.',
      'There is no telemetry: nothing you do here is told to anybody.',
    ],
    commands: ['osc.cluster.open'],
    done: ['onCommand:osc.cluster.open'],
    picture: 'A plug beside the name of a cluster',
    page: 'clusters.md',
  },
];

/** As package.json contributes it. @param titles commands by their ids, as the palette names them */
export function walkthrough(titles: ReadonlyMap<string, string>) {
  return {
    ...tour,
    steps: tourSteps.map(({ id, title, text, commands, done, picture }) => ({
      id,
      title,
      // A line that is nothing but a link becomes a button.
      description: [...text, ...commands.map((command) => `[${titleOf(titles, command)}](command:${command})`)].join('\n'),
      media: { svg: `media/walkthrough/${id}.svg`, altText: picture },
      completionEvents: done,
    })),
  };
}

/** The title of a command. @throws when there is no such command */
export function titleOf(titles: ReadonlyMap<string, string>, command: string): string {
  const title = titles.get(command);
  if (title === undefined) throw new Error(`package.json has no command ${command}`);
  return title;
}
