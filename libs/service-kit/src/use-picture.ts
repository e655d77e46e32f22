import { publishImage } from '@questp/messages/integrations';
import { uploadedPicture } from '@questp/messages/language';
import { currentContext, type Bus } from '@questp/service';

/**
 * Shows an uploaded picture to anybody, before something that everybody sees is written with its address; any other
 * address stays as it is. FILE_NOT_USABLE, unless the caller uploaded the picture or it is shown already.
 */
export async function usePicture(bus: Bus, url: string | null | undefined): Promise<void> {
  const fileId = uploadedPicture(url);
  if (fileId === undefined) return;
  const principal = currentContext()?.access?.principal;
  await bus.call(publishImage, { fileId, ...(principal?.family === 'user' && { userId: principal.userId }) });
}
