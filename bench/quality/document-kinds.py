"""Makes the files of document-kinds/ that are no plain text, with other programs than ours.

Development only: pip install python-docx openpyxl python-pptx reportlab; python3 bench/quality/document-kinds.py
"""

import datetime
import io
import pathlib
import zipfile

import docx
import openpyxl
import pptx
from docx.oxml import parse_xml
from pptx.util import Cm
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

folder = pathlib.Path(__file__).parent / "document-kinds"
moment = datetime.datetime(2025, 3, 14, 9, 0)
word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
word14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'


def visits_workbook() -> None:
    """Two header rows, the upper one merged across; a merged name of rows."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Visits"
    rows = [
        ["Museum", "Winter", None, "Summer", None],
        [None, "Guests", "Income", "Guests", "Income"],
        ["Clockhouse", 1204, 9632, 3370, 26960],
        ["Ropewalk", 880, 5280, 2145, 12870],
        ["Lime Kiln", 415, 1660, 990, 3960],
    ]
    for row in rows:
        sheet.append(row)
    for area in ("B1:C1", "D1:E1", "A1:A2"):
        sheet.merge_cells(area)
    book.properties.creator = "Tomke Aalders"
    book.properties.created = book.properties.modified = moment
    book.save(folder / "visits.xlsx")


def wide_workbook() -> None:
    """A row of fifty columns."""
    book = openpyxl.Workbook()
    sheet = book.active
    names = ["Station"] + [f"Channel {number} (mV)" for number in range(1, 50)]
    sheet.append(names)
    for place, station in enumerate(["Harle", "Jade", "Weser", "Ems"]):
        sheet.append([station] + [100 * (place + 1) + number for number in range(1, 50)])
    book.properties.created = book.properties.modified = moment
    book.save(folder / "stations.xlsx")


def checkbox(is_checked: bool, text: str) -> str:
    """A paragraph with a content control that is ticked or not."""
    state = "1" if is_checked else "0"
    sign = "☒" if is_checked else "☐"
    return (
        f"<w:p {word} {word14}><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val=\"{state}\"/>"
        f"</w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>{sign}</w:t></w:r></w:sdtContent></w:sdt>"
        f"<w:r><w:t xml:space=\"preserve\"> {text}</w:t></w:r></w:p>"
    )


def handover_document() -> None:
    """Check boxes, a header of two rows, properties, and a workbook within the document."""
    document = docx.Document()
    document.add_heading("Handover of the boathouse", 1)
    document.add_paragraph("The boathouse was handed over on the quay in the presence of the harbour master.")
    body = document.element.body
    for is_checked, text in [(True, "Fire blanket present"), (False, "Life rings present"), (True, "Fuel tank emptied")]:
        body.insert(len(body) - 1, parse_xml(checkbox(is_checked, text)))
    document.add_heading("Berths", 2)
    table = document.add_table(rows=4, cols=4)
    cells = [
        ["Berth", "Members", "", "Visitors"],
        ["", "Day", "Season", "Day"],
        ["North pier", "4", "310", "9"],
        ["Old lock", "3", "240", "7"],
    ]
    for row, texts in zip(table.rows, cells):
        for cell, text in zip(row.cells, texts):
            cell.text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    properties = document.core_properties
    properties.author = "Wiebke Ohm"
    properties.keywords = "inventory, marina"
    properties.subject = "Change of tenant"
    properties.created = properties.modified = moment
    path = folder / "handover.docx"
    document.save(path)
    embed_workbook(path)


def embed_workbook(path: pathlib.Path) -> None:
    """Puts a workbook into a Word document, as inserting an object does."""
    book = openpyxl.Workbook()
    for row in [["Tool", "Shelf"], ["Bilge pump", "C4"], ["Boat hook", "A1"], ["Winch handle", "D2"]]:
        book.active.append(row)
    book.properties.created = book.properties.modified = moment
    workbook = io.BytesIO()
    book.save(workbook)
    with zipfile.ZipFile(path) as package:
        members = {name: package.read(name) for name in package.namelist()}
    relations = "word/_rels/document.xml.rels"
    members["word/embeddings/Microsoft_Excel_Sheet1.xlsx"] = workbook.getvalue()
    members[relations] = members[relations].replace(
        b"</Relationships>",
        b'<Relationship Id="rId90" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/package"'
        b' Target="embeddings/Microsoft_Excel_Sheet1.xlsx"/></Relationships>',
    )
    members["[Content_Types].xml"] = members["[Content_Types].xml"].replace(
        b"</Types>",
        b'<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/></Types>',
    )
    shape = (
        b'<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:r='
        b'"http://schemas.openxmlformats.org/officeDocument/2006/relationships" Type="Embed" ProgID="Excel.Sheet.12"'
        b' ShapeID="s1" DrawAspect="Content" ObjectID="_1" r:id="rId90"/></w:object></w:r></w:p><w:sectPr'
    )
    members["word/document.xml"] = members["word/document.xml"].replace(b"<w:sectPr", shape, 1)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members.items():
            package.writestr(zipfile.ZipInfo(name, (2025, 3, 14, 9, 0, 0)), content, zipfile.ZIP_DEFLATED)


def bikes_slides() -> None:
    """Three cards side by side, each in three shapes that the file keeps together."""
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Cargo bikes for hire"
    cards = [
        ("Otter", "Carries 80 kg", "Costs 14 euros a day"),
        ("Badger", "Carries 120 kg", "Costs 19 euros a day"),
        ("Marten", "Carries 95 kg", "Costs 16 euros a day"),
    ]
    for place, card in enumerate(cards):
        for line, text in enumerate(card):
            box = slide.shapes.add_textbox(Cm(1.5 + 8 * place), Cm(5 + 2.5 * line), Cm(7), Cm(1.5))
            box.text_frame.text = text
    slide.notes_slide.notes_text_frame.text = "The hire shop closes on the second Tuesday of November."
    deck.core_properties.created = deck.core_properties.modified = moment
    deck.save(folder / "bikes.pptx")


def canvas(name: str) -> Canvas:
    return Canvas(str(folder / name), pagesize=A4, invariant=1)


def agreement_pdf() -> None:
    """Chinese, Japanese and Korean text whose fonts are not in the file."""
    page = canvas("agreement.pdf")
    texts = [
        ("STSong-Light", ["仓库使用协议", "每月仓储费为八百六十元，每季度第一周支付。", "仓库钥匙由保管员林岚保管。"]),
        ("HeiseiMin-W3", ["倉庫の利用時間は午前七時から午後九時までです。"]),
        ("HYSMyeongJo-Medium", ["창고 계약은 삼 년마다 갱신됩니다."]),
    ]
    top = 780
    for font, lines in texts:
        pdfmetrics.registerFont(UnicodeCIDFont(font))
        page.setFont(font, 12)
        for line in lines:
            page.drawString(72, top, line)
            top -= 28
    page.save()


def column_lines(page: Canvas, left: float, top: float, lines: list[str]) -> float:
    page.setFont("Helvetica", 10)
    for line in lines:
        page.drawString(left, top, line)
        top -= 13
    return top


def study_pdf() -> None:
    """Two columns, a word parted at its own hyphen, a sentence over the columns, and a table across both below."""
    page = canvas("study.pdf")
    page.setFont("Helvetica-Bold", 16)
    page.drawString(72, 780, "Drying of reed for thatching")
    left = [
        "Reed was cut in January on four sites and",
        "laid out in open sheds. A wind-",
        "driven fan turned the air in half of the",
        "sheds. Bundles were weighed each week",
        "until their weight no longer changed, and",
        "the moisture that was left was taken from",
        "three stems of each bundle. Bundles from",
        "the saltmarsh dried last, which the keeper",
    ]
    right = [
        "of the sheds put down to the thickness of",
        "their stems. No bundle was lost to mould.",
        "The sheds were open to the north-east",
        "only, since rain comes from the west.",
        "Stems were measured by hand before they",
        "were bundled, and bundles were tied with",
        "tarred string. Bundles that had been wet",
        "once were set aside and not counted.",
    ]
    column_lines(page, 72, 740, left)
    column_lines(page, 315, 740, right)
    rows = [
        ("Site", "Days to dry", "Moisture left (%)", "Price per bundle"),
        ("Saltmarsh", "61", "14.2", "3.10"),
        ("Fen edge", "44", "11.8", "2.75"),
        ("Millpond", "39", "10.9", "2.60"),
        ("Oxbow", "47", "12.5", "2.95"),
    ]
    top = 590
    for place, row in enumerate(rows):
        page.setFont("Helvetica-Bold" if place == 0 else "Helvetica", 10)
        for left_edge, text in zip((72, 190, 310, 430), row):
            page.drawString(left_edge, top, text)
        top -= 16
    page.line(72, 586, 523, 586)
    page.save()


def tolls_pdf() -> None:
    """A table of three pages whose header stands on the first, with an upper header row over two columns."""
    page = canvas("tolls.pdf")
    page.setFont("Helvetica-Bold", 14)
    page.drawString(72, 790, "Bridge tolls")
    page.setFont("Helvetica-Bold", 10)
    page.drawString(250, 766, "Toll in crowns")
    page.line(230, 762, 420, 762)
    for left, text in zip((72, 230, 340, 440), ("Bridge", "Cart", "Lorry", "Keeper")):
        page.drawString(left, 750, text)
    page.line(72, 746, 523, 746)
    stems = ["Alder", "Birch", "Cherry", "Damson", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple"]
    ends = ["ford", "holt", "wick", "mere", "stead", "combe", "ley", "gate"]
    names = [stem + end for stem in stems for end in ends]
    top = 728
    for place, name in enumerate(names):
        if top < 70:
            page.showPage()
            top = 780
        page.setFont("Helvetica", 10)
        for left, text in zip((72, 230, 340, 440), (name, str(11 + place), str(211 + place), f"K-{700 + place}")):
            page.drawString(left, top, text)
        page.line(72, top - 4, 523, top - 4)
        top -= 18
    page.save()


def gazette_pdf() -> None:
    """Three columns of notices, in each of which the lines stand at the same heights."""
    page = canvas("gazette.pdf")
    page.setFont("Helvetica-Bold", 15)
    page.drawString(72, 790, "Notices of the parish")
    columns = [
        ["LOST. A grey parrot that", "whistles the national anthem", "flew off on Whit Sunday. Its", "owner is Mrs Pell of Tarn", "Row, who gives ten pounds", "to the finder of the bird."],
        ["WANTED. The brass band", "seeks a second tuba. Players", "meet each Thursday in the", "old dairy, and beginners are", "taught by Mr Quill without", "any charge for lessons."],
        ["SOLD. The water mill at", "Skell went to the brewers", "Harker and Sons, who paid", "nine thousand pounds for", "it and mean to grind malt", "there from next spring."],
    ]
    for place, lines in enumerate(columns):
        column_lines(page, 60 + 165 * place, 750, lines)
    page.save()


def main() -> None:
    folder.mkdir(exist_ok=True)
    visits_workbook()
    wide_workbook()
    handover_document()
    bikes_slides()
    agreement_pdf()
    study_pdf()
    tolls_pdf()
    gazette_pdf()
    (folder / "meters.json").write_bytes(
        '\ufeff{"meters": [{"place": "Cellar of the brewery", "reader": "Jorun", "litres": 48213},'
        ' {"place": "Roof of the school", "reader": "Sverre", "litres": 1077}]}'.encode("utf-16-le")
    )


main()
