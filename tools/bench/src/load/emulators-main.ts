import { startEmulators } from '@questp/emulators';

// The emulated platforms in a process of their own, which ends with the one that started it.
process.on('disconnect', () => process.exit());
process.once('message', (redirectUris: Record<string, string[]>) => {
  void startEmulators({ redirectUris }).then(({ url, environment }) => process.send?.({ url, environment }));
});
