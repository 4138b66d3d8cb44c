"""Writes a trained reader as a folder that Footnote loads: int8 ONNX, with how far it is from the float weights.

    python export.py NAME.pt --tokenizer tokenizer.json --examples examples.jsonl ../../models/answer-reader
"""
import argparse
import hashlib
import json
import os
import shutil
import tempfile

import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from reader import MAX_TOKENS, Examples, Reader, build, collate, seeded, unit_scores
from torch import nn

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("trained")
parser.add_argument("folder")
parser.add_argument("--tokenizer", required=True)
parser.add_argument("--examples", required=True)
chosen = parser.parse_args()

torch.set_num_threads(1)
model = Reader()
model.load_state_dict(torch.load(chosen.trained)["model"])
for layer in model.layers:
    layer.is_exported = True


class Named(nn.Module):
    """The reader with the names of inputs that transformers have."""

    def __init__(self):
        super().__init__()
        self.reader = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.reader(input_ids, attention_mask, token_type_ids)


names = ["input_ids", "attention_mask", "token_type_ids"]
weights = f"{chosen.folder}/onnx/model_quantized.onnx"
os.makedirs(f"{chosen.folder}/onnx", exist_ok=True)
with tempfile.TemporaryDirectory() as folder:
    full = f"{folder}/model.onnx"
    ids = torch.randint(1000, 20000, (1, 40))
    torch.onnx.export(
        Named().eval(), (ids, torch.ones_like(ids), torch.zeros_like(ids)), full,
        input_names=names, output_names=["logits"], opset_version=14, dynamo=False,
        dynamic_axes={name: {0: "batch", 1: "tokens"} for name in [*names, "logits"]},
    )  # fmt: skip
    # 7 bits: processors that add products of 8 bits in 16 would overflow.
    quantize_dynamic(
        full, weights, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True,
        op_types_to_quantize=["MatMul", "Gather"], extra_options={"MatMulConstBOnly": True},
    )  # fmt: skip

shutil.copy(chosen.tokenizer, f"{chosen.folder}/tokenizer.json")
with open(f"{chosen.folder}/config.json", "w") as out:
    json.dump({"model_type": "bert", "hidden_size": 384, "max_position_embeddings": 512}, out, indent=2)
with open(f"{chosen.folder}/tokenizer_config.json", "w") as out:
    json.dump({"model_max_length": MAX_TOKENS}, out, indent=2)
with open(f"{chosen.folder}/checksums.json", "w") as out:
    files = ["onnx/model_quantized.onnx", "tokenizer.json"]
    sums = {name: hashlib.sha256(open(f"{chosen.folder}/{name}", "rb").read()).hexdigest() for name in files}
    json.dump(sums, out, indent=2)

model.eval()
session = onnxruntime.InferenceSession(weights)
reading = Examples(chosen.tokenizer)
with open(chosen.examples, encoding="utf8") as lines:
    apart = [one for one in map(json.loads, lines) if one["src"] == "squad-held" and one["kind"] in ("pos", "unans")]
some = seeded(2).sample(apart, 120)
same, far = 0, []
for example in some:
    item = build(reading.prepare(example))
    *inputs, units, _, _, count = (one if isinstance(one, int) else one[:, : len(item[0])] for one in collate([item]))
    with torch.no_grad():
        exact = unit_scores(model(*inputs), units, count)[0]
    given = {name: one.numpy() for name, one in zip(names, inputs, strict=True)}
    quantized = unit_scores(torch.tensor(session.run(None, given)[0]), units, count)[0]
    same += int(exact.argmax() == quantized.argmax())
    far.append((exact - quantized).abs().mean().item())
print(f"{os.path.getsize(weights)} bytes; of {len(some)} passages {same} have the same best unit, off by {sum(far) / len(far):.2f}")
