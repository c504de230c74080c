/** The way into the room of what is done on clusters. In the start bundle, so it does nothing but open. */
import type { Disposable } from 'vscode';
import type { LifecycleParts, LifecycleRoom } from './room.ts';

export interface LifecycleDoor extends Disposable {
  readonly enter: () => Promise<LifecycleRoom>;
}

export function openLifecycleDoor(parts: LifecycleParts): LifecycleDoor {
  let room: Promise<LifecycleRoom> | undefined;
  return {
    enter() {
      room ??= import('./lifecycleClient.ts').then(({ createLifecycleRoom }) => createLifecycleRoom(parts));
      return room;
    },
    dispose() {
      room?.then((entered) => entered.dispose()).catch(() => undefined);
    },
  };
}
