import { Injectable } from '@nestjs/common';
import {
  confirmUpload,
  deleteEvidence,
  handInEvidence,
  openEvidence,
  openImage,
  presignUpload,
  publishImage,
  receiveUpload,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ConfirmUpload } from './confirm-upload.js';
import { OpenEvidence } from './open-evidence.js';
import { OpenImage } from './open-image.js';
import { PresignUpload } from './presign-upload.js';
import { ReceiveUpload } from './receive-upload.js';
import { UseFiles } from './use-files.js';

@Injectable()
export class FilesHandlers {
  constructor(
    private readonly presignUpload: PresignUpload,
    private readonly receiveUpload: ReceiveUpload,
    private readonly confirmUpload: ConfirmUpload,
    private readonly openImage: OpenImage,
    private readonly openEvidence: OpenEvidence,
    private readonly useFiles: UseFiles,
  ) {}

  @Rpc(presignUpload)
  presign(request: RequestOf<typeof presignUpload>) {
    return this.presignUpload.execute(request);
  }

  @Rpc(receiveUpload)
  receive(request: RequestOf<typeof receiveUpload>) {
    return this.receiveUpload.execute(request);
  }

  @Rpc(confirmUpload)
  confirm(request: RequestOf<typeof confirmUpload>) {
    return this.confirmUpload.execute(request);
  }

  @Rpc(openImage)
  image(request: RequestOf<typeof openImage>) {
    return this.openImage.execute(request);
  }

  @Rpc(openEvidence)
  evidence(request: RequestOf<typeof openEvidence>) {
    return this.openEvidence.execute(request);
  }

  @Rpc(publishImage)
  async publish(request: RequestOf<typeof publishImage>) {
    await this.useFiles.publish(request);
    return null;
  }

  @Rpc(handInEvidence)
  handIn(request: RequestOf<typeof handInEvidence>) {
    return this.useFiles.handIn(request);
  }

  @Rpc(deleteEvidence)
  deleteEvidence(request: RequestOf<typeof deleteEvidence>) {
    return this.useFiles.deleteEvidence(request);
  }
}
