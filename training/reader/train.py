"""Trains the reader on one core, for a given time. Takes up again where a checkpoint is.

    python train.py NAME --examples examples.jsonl --base model.safetensors --tokenizer tokenizer.json --minutes 56

Loss: a softmax over a passage's sentences and "none of them" is to be on those that answer; half as much, one over its
tokens is to be on those of the answer. Chosen on the sources `--apart`, which are not trained on.
"""
import argparse
import json
import os
import time

import torch
from reader import Examples, Reader, build, collate, seeded, unit_scores

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("name")
parser.add_argument("--examples", required=True)
parser.add_argument("--base", required=True)
parser.add_argument("--tokenizer", required=True)
parser.add_argument("--minutes", type=float, default=56)
parser.add_argument("--rate", type=float, default=1.5e-4)
parser.add_argument("--batch", type=int, default=16)
parser.add_argument("--apart", nargs="*", default=["squad-held", "policyqa", "covidqa"])
chosen = parser.parse_args()

torch.set_num_threads(1)
torch.manual_seed(1)
reading = Examples(chosen.tokenizer)
with open(chosen.examples, encoding="utf8") as lines:
    prepared = [reading.prepare(json.loads(line)) for line in lines]
training = [one for one in prepared if one["src"] not in chosen.apart]
apart = {name: [one for one in prepared if one["src"] == name] for name in chosen.apart}
for some in apart.values():
    seeded(5).shuffle(some)


def batches(epoch):
    """Batches of like length, in an order of chance; 45 of 100 passages of the same article are left out, others each time."""
    chance = seeded(100 + epoch)
    some = [one for one in training if one["kind"] != "hardneg" or chance.random() >= 0.45]
    chance.shuffle(some)
    found, size = [], chosen.batch * 40
    for start in range(0, len(some), size):
        items = [build(one, chance, 0.25, 208) for one in some[start : start + size]]
        items.sort(key=lambda one: len(one[0]))
        cut = [items[at : at + chosen.batch] for at in range(0, len(items), chosen.batch)]
        chance.shuffle(cut)
        found += cut
    return found


model = Reader()
model.start_from(chosen.base)
model.word.weight.requires_grad_(False)
plain = [one for name, one in model.named_parameters() if "bias" in name or "norm" in name or ".n1" in name or ".n2" in name]
known = {id(one) for one in plain}
pulled = [one for one in model.parameters() if id(one) not in known and one.requires_grad]
groups = [{"params": pulled, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
optimizer = torch.optim.AdamW(groups, lr=chosen.rate, betas=(0.9, 0.98), eps=1e-6, fused=True)


@torch.no_grad()
def measured(most):
    """By source: how often the best sentence of a passage that answers does, and the area under the curve by which such
    passages are told from others."""
    model.eval()
    figures = {}
    for source, some in apart.items():
        right = total = 0
        odds = {}
        for start in range(0, min(most, len(some)), 16):
            part = some[start : min(most, start + 16)]
            items = [build(one) for one in part]
            ids, mask, types, units, _, _, count = collate(items)
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(ids, mask, types)
            for one, item, scores in zip(part, items, unit_scores(logits, units, count), strict=True):
                own = scores[1 : item[5] + 1]
                odds.setdefault(one["kind"], []).append((own.logsumexp(0) - scores[0]).item())
                if one["kind"] == "pos":
                    total += 1
                    right += 1 + int(own.argmax()) in item[3]
        figures[source] = {"first": round(right / max(1, total), 3), "of": total}
        for kind, values in odds.items():
            if kind not in ("pos", "swapboth"):
                figures[source][kind] = round(area(odds.get("pos", []), values), 3)
    model.train()
    return figures


def area(higher, lower):
    pairs = [(x > y) + 0.5 * (x == y) for x in higher for y in lower]
    return sum(pairs) / max(1, len(pairs))


checkpoint = f"checkpoint-{chosen.name}.pt"
step, spent_before = 0, 0.0
if os.path.exists(checkpoint):
    saved = torch.load(checkpoint)
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    step, spent_before = saved["step"], saved["spent"]
model.train()
began, epoch, lost, seen = time.time(), -1, 0.0, 0
per_epoch = len(batches(0))
while True:
    spent = spent_before + time.time() - began
    done = spent / (chosen.minutes * 60)
    if done >= 1:
        break
    if step // per_epoch != epoch:
        epoch = step // per_epoch
        queue = batches(epoch)
    place = step % per_epoch
    step += 1
    if place >= len(queue):
        continue
    ids, mask, types, units, wanted, answer, count = collate(queue[place])
    for group in optimizer.param_groups:
        group["lr"] = chosen.rate * min(1, done / 0.06 + 0.02, max(0.02, (1 - done) / 0.94))
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(ids, mask, types)
    scores = unit_scores(logits, units, count)
    loss = (scores.logsumexp(1) - scores.masked_fill(~wanted, -1e5).logsumexp(1)).mean()
    of_answer = logits[..., 1].float().masked_fill(units < 0, -1e5)
    known_answer = answer.any(1)
    if known_answer.any():
        located = of_answer.logsumexp(1) - of_answer.masked_fill(~answer, -1e5).logsumexp(1)
        loss = loss + 0.5 * located[known_answer].mean()
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    lost, seen = lost + loss.item(), seen + 1
    if step % 50 == 0:
        print(f"step {step}, {spent / 60:.1f} min, loss {lost / seen:.3f}", flush=True)
        lost, seen = 0.0, 0
    if step % 150 == 0:
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "spent": spent}
        torch.save(state, f"{checkpoint}.part")
        os.replace(f"{checkpoint}.part", checkpoint)
torch.save({"model": model.state_dict()}, f"{chosen.name}.pt")
print(json.dumps(measured(700), indent=1))
