import { Controller } from '@nestjs/common';
import { confirmUpload, presignUpload, receiveUpload, type RequestOf } from '@questp/messages';
import { Rpc } from '@questp/service';
import { ConfirmUpload } from './confirm-upload.js';
import { PresignUpload } from './presign-upload.js';
import { ReceiveUpload } from './receive-upload.js';

@Controller()
export class FilesHandlers {
  constructor(
    private readonly presignUpload: PresignUpload,
    private readonly receiveUpload: ReceiveUpload,
    private readonly confirmUpload: ConfirmUpload,
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
}
