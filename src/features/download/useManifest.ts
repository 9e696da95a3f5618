import { useQuery } from '@tanstack/react-query';
import type { OfflineManifest } from '#contracts/offline.ts';
import { paces } from '#shared/lib/transport/paces.ts';
import { getManifest } from './api.ts';

/** What is needed to keep a course: lessons, files, sizes. */
export type ManifestState = {
  manifest: OfflineManifest | undefined;
  error: Error | null;
  retry: () => void;
};

/** Loads the manifest of a course while the choice is open. Its addresses expire, so it is never stored for long. */
export function useManifest(inventory: string): ManifestState {
  const { data, error, refetch } = useQuery({
    queryKey: ['download', 'manifest', inventory],
    queryFn: ({ signal }) => getManifest(inventory, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const retry = () => {
    paces.reset();
    void refetch();
  };
  return { manifest: data, error, retry };
}
